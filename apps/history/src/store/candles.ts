import type { Decimal, TradeWrite } from '../derive/block-writes';

const MINUTE_MS = 60_000;

/** Lengths of the candles that a store keeps, in milliseconds: 1 m, 5 m, 15 m, 1 h, 4 h, 1 d. */
export const CANDLE_SPANS_MS = [1, 5, 15, 60, 240, 1440].map((minutes) => minutes * MINUTE_MS);

/** Trades of one pair in one interval: its times are start <= time < start + length. */
export interface CandleRecord {
  /** Milliseconds since 1970; a multiple of the length. */
  readonly startMs: number;
  /** Price of the first trade. */
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  /** Price of the last trade. */
  readonly close: Decimal;
  /** Sum of the base amounts. */
  readonly base: Decimal;
  /** Sum of the quote amounts. */
  readonly quote: Decimal;
  readonly trades: number;
}

/** Start of the candle that a time is in. */
export const candleStartMs = (timeMs: number, spanMs: number): number => timeMs - (timeMs % spanMs);

/** A candle with one more trade, which comes after those that it has; undefined: the first one. */
export function withTrade(
  candle: CandleRecord | undefined,
  startMs: number,
  { price, base, quote }: TradeWrite,
): CandleRecord {
  if (candle === undefined) {
    return { startMs, open: price, high: price, low: price, close: price, base, quote, trades: 1 };
  }
  const { open, high, low } = candle;
  return {
    ...{ startMs, open, close: price },
    high: isAbove(price, high) ? price : high,
    low: isAbove(low, price) ? price : low,
    base: sum(candle.base, base),
    quote: sum(candle.quote, quote),
    trades: candle.trades + 1,
  };
}

const at = ({ units, decimals }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - decimals);

function isAbove(left: Decimal, right: Decimal): boolean {
  const decimals = Math.max(left.decimals, right.decimals);
  return at(left, decimals) > at(right, decimals);
}

function sum(left: Decimal, right: Decimal): Decimal {
  const decimals = Math.max(left.decimals, right.decimals);
  return { units: at(left, decimals) + at(right, decimals), decimals };
}
