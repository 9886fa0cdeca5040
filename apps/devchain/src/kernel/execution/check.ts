import { ChainError } from '../chain-error';

/** A contract's own condition: the transaction fails with the message unless it holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Fails the transaction with a contract's own message. */
export function fail(message: string): never {
  throw new ChainError('assertMessage', `assertion failure with message: ${message}`);
}
