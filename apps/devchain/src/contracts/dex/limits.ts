/** Limits on the fills of one order and on the trade history. */
export interface ExchangeLimits {
  /** Trades of one order: what it costs does not depend on how deep the book is. */
  readonly maxFills: number;
  /** Trades in the history, of all pairs together. */
  readonly keptTrades: bigint;
}

/** Fifty trades take a few milliseconds; fifty thousand are days of a busy market and about 30 MB. */
export const EXCHANGE_LIMITS: ExchangeLimits = { maxFills: 50, keptTrades: 50_000n };
