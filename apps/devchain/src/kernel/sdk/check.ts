import { ChainError } from './errors/chain-error';
import { logEntry } from './errors/log-entry';

/** A contract's own condition: the transaction fails with the message unless it holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Fails the transaction with a contract's own message. */
export function fail(message: string): never {
  throw assertionFailure(message);
}

/** The refusal of a contract with its message. */
export function assertionFailure(message: string): ChainError {
  return new ChainError('assertMessage', logEntry('assertion failure with message: ${s}', { s: message }));
}
