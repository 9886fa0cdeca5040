/** A refusal of the gateway, or no answer from it. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';

  /**
   * @param status HTTP status; 0 when no answer arrived
   * @param code a stable word (docs/how-to/troubleshooting.md); `no_answer` and `unreadable_answer` are the client's own
   * @param retryAfter seconds to wait, where the gateway says so
   */
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly retryAfter: number | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
