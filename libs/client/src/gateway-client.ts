import { type ConciseTools, TOOL_KINDS, type Tools } from './generated/tools.ts';
import { retryDelayMs } from './retry-delay.ts';
import { ToolError } from './tool-error.ts';
import { type RequestOptions, ToolRequests } from './tool-requests.ts';

/** Name of a tool. */
export type ToolName = keyof Tools;

/** Settings of a client. */
export interface GatewayOptions extends RequestOptions {
  /** Network of every call whose body names none. Default: that of the gateway. */
  readonly network?: 'mainnet' | 'testnet';
  /** Milliseconds from the first attempt of a call after which none is repeated. Default: 60000. */
  readonly retryForMs?: number;
}

/** Settings of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * False: one attempt. True: also of a composition without a `request_id`, for a caller that signs nothing of it. Default:
   * true, but for such a composition.
   */
  readonly retry?: boolean;
}

type CallArguments<Body> =
  Record<never, never> extends Body
    ? [body?: Body, options?: CallOptions]
    : [body: Body, options?: CallOptions];

/** Calls the tools of a gateway over HTTP. Reads and compositions see the pushes of the same client, at every replica. */
export class GatewayClient {
  readonly #requests: ToolRequests;

  constructor(private readonly options: GatewayOptions) {
    this.#requests = new ToolRequests(options);
  }

  /**
   * The answer of a tool. Reads, pushes and compositions with a `request_id` are repeated when the gateway asks for it
   * or does not answer: all others would have their effect twice.
   * @throws ToolError
   */
  call<T extends ToolName>(tool: T, ...rest: CallArguments<Tools[T]['body']>): Promise<Tools[T]['answer']>;
  /** With `detail: 'concise'`: the short answer. */
  call<T extends keyof ConciseTools>(
    tool: T,
    body: ConciseTools[T]['body'],
    options?: CallOptions,
  ): Promise<ConciseTools[T]['answer']>;
  async call(tool: ToolName, body: object = {}, options?: CallOptions): Promise<unknown> {
    const { network, retryForMs = 60_000 } = this.options;
    const sent = { ...(network && { network }), ...body };
    const giveUpAt = Date.now() + retryForMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#requests.send(tool, sent, options?.signal);
      } catch (error) {
        if (!(error instanceof ToolError) || !isRepeatable(tool, sent, options?.retry)) throw error;
        const delay = retryDelayMs(error, attempt, Math.random());
        if (delay === undefined || Date.now() + delay > giveUpAt) throw error;
        await pause(delay, options?.signal);
      }
    }
  }
}

function isRepeatable(tool: ToolName, body: object, wanted: boolean | undefined): boolean {
  if (wanted === false) return false;
  const kind = TOOL_KINDS[tool];
  if (kind === 'compose') return wanted === true || ('request_id' in body && body.request_id !== undefined);
  return kind === 'read' || tool === 'push_transaction';
}

/** Resolves after a time, or rejects with the reason of the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    function done(): void {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }
  });
}
