import { formatTimePointSec, referenceBlock, type Transaction } from '@app/antelope';
import type { ChainInfo } from '@app/upstream';

/** How long a proposal lives unless told otherwise, and the most the relay accepts. Source: decisions, section 5. */
export const DEFAULT_LIFETIME_SECONDS = 300;
export const MAX_LIFETIME_SECONDS = 600;

/**
 * Header of a new transaction. The expiry counts from the chain's head time, which is what the chain
 * compares it with; the reference block is the last irreversible one, which no fork can take away.
 */
export function transactionHeader(
  info: ChainInfo,
  lifetimeSeconds = DEFAULT_LIFETIME_SECONDS,
): Omit<Transaction, 'actions'> {
  if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > MAX_LIFETIME_SECONDS) {
    throw new RangeError(`a proposal lives 1 to ${MAX_LIFETIME_SECONDS} seconds, not ${lifetimeSeconds}`);
  }
  return {
    ...referenceBlock(info.lastIrreversibleBlockId),
    expiration: formatTimePointSec(Math.floor(info.headBlockTimeMs / 1000) + lifetimeSeconds),
    max_net_usage_words: 0,
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    transaction_extensions: [],
  };
}
