import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { ChainErrorName } from '../../../kernel/sdk/errors/error-table';
import { ParameterError } from '../../nodeos/parameters';

/**
 * The error for an unreadable transaction: the error's own kind if it has one, otherwise `kind` with the nodeos message
 * `words`.
 */
export function transactionRefusal(error: unknown, kind: ChainErrorName, words: string): unknown {
  if (!(error instanceof ParameterError)) return error;
  return error.cause instanceof ChainError ? error.cause : new ChainError(kind, words, error.message);
}
