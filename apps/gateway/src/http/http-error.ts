/** A refusal that belongs to HTTP alone: it happens before any tool is reached. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    message: string,
    /** Fields the status asks for, as `Allow` for 405. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}
