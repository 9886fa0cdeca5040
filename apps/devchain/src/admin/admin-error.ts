/** A request that the current state does not allow; the message is for the caller. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
