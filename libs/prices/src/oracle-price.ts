import { headAgeText, rowName, rowPrice, rowTime } from '@app/upstream';
import { z } from 'zod';

/** The one feed of mainnet: USD per BTC. Source: docs/reference/rules.md, reads. */
export const BTC_USD = 'btcusd';

/** Decimals of a price in USD. */
export const PRICE_DECIMALS = 8;

/** A price older than this is stale. Source: docs/reference/rules.md, reads. */
export const MAX_PRICE_AGE_MS = 5 * 60_000;

/**
 * When the head block is older than this, the chain or its node produces no blocks and the current price is unknown.
 * The limit is far above the lag at which a node is no longer used, so that a short delay is not reported.
 */
export const MAX_HEAD_AGE_MS = 60_000;

/** A price of the oracle, with what is needed to judge it. */
export interface OraclePrice {
  /** Name of the feed. */
  readonly pair: string;
  /** USD per BTC, in units of PRICE_DECIMALS decimals. */
  readonly units: bigint;
  /** When its round was last counted, by the chain's clock. */
  readonly updatedAtMs: number;
  /** From then to the chain's head, rounded up. */
  readonly ageSeconds: number;
  /** Never use a stale price for collateral math. */
  readonly isStale: boolean;
  /** The reason as a clause: the age of the price, or that of the head block; null when it is fresh. */
  readonly staleBecause: string | null;
  /** Accounts whose average it is. */
  readonly feeders: readonly string[];
}

/** The name of a feed in a row of the oracle's table of prices. */
export const feedRow = z.object({ pair: z.string() });

/** A row of the oracle's table of prices. */
export const priceRow = feedRow.extend({
  price: rowPrice(PRICE_DECIMALS),
  updated_at: rowTime,
  feeders: z.array(rowName),
});

/** The two clocks by which the age of a price is computed. */
export interface PriceClocks {
  /** Time of the chain's newest block. */
  readonly headTimeMs: number;
  /** The time of this machine: shows whether the time of the chain advances. */
  readonly nowMs: number;
}

/**
 * A price with its age. The age is measured against the chain's head; a head that is itself old makes the
 * price stale whatever its age. Source: docs/reference/rules.md, reads.
 */
export function oraclePrice(
  { pair, price, updated_at: updatedAtMs, feeders }: z.output<typeof priceRow>,
  { headTimeMs, nowMs }: PriceClocks,
): OraclePrice {
  // The row may come from a block after the one whose time was read.
  const ageMs = Math.max(0, headTimeMs - updatedAtMs);
  const ageSeconds = Math.ceil(ageMs / 1000);
  const staleBecause = staleReason(ageMs, ageSeconds, { headTimeMs, nowMs });
  return {
    pair,
    units: price,
    updatedAtMs,
    ageSeconds,
    isStale: staleBecause !== null,
    staleBecause,
    feeders,
  };
}

function staleReason(ageMs: number, ageSeconds: number, { headTimeMs, nowMs }: PriceClocks): string | null {
  if (nowMs - headTimeMs > MAX_HEAD_AGE_MS) return headAgeText(headTimeMs, nowMs);
  return ageMs > MAX_PRICE_AGE_MS ? `${ageSeconds} s old` : null;
}
