import { ChainError } from '../../kernel/chain-error';
import type { ChainErrorName } from '../../kernel/error-table';
import { ParameterError } from '../http/parameters';

/**
 * What is answered for a transaction that cannot be read: a mistake that has a kind of its own by that kind, any other
 * by `kind` in nodeos' `words`.
 */
export function transactionRefusal(error: unknown, kind: ChainErrorName, words: string): unknown {
  if (!(error instanceof ParameterError)) return error;
  return error.cause instanceof ChainError ? error.cause : new ChainError(kind, words, error.message);
}
