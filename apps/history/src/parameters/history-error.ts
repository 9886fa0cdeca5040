/** A request that cannot be answered; the HTTP layer gives it the shape of its route. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';

  /** @param message readable, safe for clients */
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const badRequest = (message: string): HistoryError => new HistoryError(400, message);
/** Hyperion answers what it does not find with 500; clients read the message. */
export const notFound = (message: string): HistoryError => new HistoryError(500, message);
