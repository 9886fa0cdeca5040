import { formatTimePointSec, referenceBlock, type Transaction } from '@app/antelope';
import type { RandomBelow } from '@app/operations';
import type { ChainInfo } from '@app/upstream';

/** Default lifetime of a proposal. Source: docs/reference/rules.md, proposals. */
export const DEFAULT_LIFETIME_SECONDS = 300;
/** The most that the relay accepts. Source: docs/reference/rules.md, proposals. */
export const MAX_LIFETIME_SECONDS = 600;
/** The least time to sign that a proposal leaves by the clock of the machine. Source: docs/reference/rules.md, proposals. */
export const MIN_SIGNING_SECONDS = 60;

/** In words of 8 bytes: 128 MiB and more, far above what a transaction or a block of any chain may have. */
const FIRST_NET_LIMIT = 1 << 24;
/** Larger ones would take another byte. */
const NET_LIMITS_END = 1 << 28;

/**
 * Header of a new transaction. The expiry counts from the chain's head time, which is what the chain
 * compares it with; the reference block is the last irreversible one, which no fork can take away.
 *
 * No two are equal: two requests for the same payment give two proposals, each of which can be
 * relayed once. They differ in a net limit too high to limit anything, chosen at random because
 * another replica may compose at the same moment.
 */
export function transactionHeader(
  info: ChainInfo,
  random: RandomBelow,
  lifetimeSeconds = DEFAULT_LIFETIME_SECONDS,
): Omit<Transaction, 'actions'> {
  if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > MAX_LIFETIME_SECONDS) {
    throw new RangeError(`a proposal lives 1 to ${MAX_LIFETIME_SECONDS} seconds, not ${lifetimeSeconds}`);
  }
  return {
    ...referenceBlock(info.lastIrreversibleBlockId),
    expiration: formatTimePointSec(Math.floor(info.headBlockTimeMs / 1000) + lifetimeSeconds),
    max_net_usage_words: FIRST_NET_LIMIT + random(NET_LIMITS_END - FIRST_NET_LIMIT),
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    transaction_extensions: [],
  };
}
