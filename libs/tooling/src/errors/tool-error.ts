import type { ErrorRow, Retry } from './error-row';

/**
 * A failure that a client may read: one row of a table of errors with its message filled in. `cause` is what made it
 * happen; it is logged and never printed to a client.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly status: number;
  readonly retry: Retry;
  /** The word that clients read: `kind` in lower case. */
  readonly code: string;

  /** @param kind name of the row */
  constructor(
    readonly kind: string,
    message: string,
    { status, retry }: Pick<ErrorRow, 'status' | 'retry'>,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.status = status;
    this.retry = retry;
    this.code = kind.toLowerCase();
  }
}

/** Makes the errors of a table: of the name of a row, and what its message is made of. */
export function errorsOf<T extends Readonly<Record<keyof T, ErrorRow>>>(table: T) {
  return <K extends keyof T & string>(kind: K, ...args: Parameters<T[K]['message']>): ToolError => {
    const row: ErrorRow = table[kind];
    return new ToolError(kind, row.message(...(args as never[])), row);
  };
}
