import { sha256 } from '@app/antelope';
import type { BlockWrites, Decimal, TradeWrite } from '../../derive/block-writes';
import { CANDLE_SPANS_MS, type CandleRecord, candleStartMs, withTrade } from '../candles';
import { BlobReader, BlobWriter } from './blob';
import { removeFromJournals } from './journal';
import type { Overlay, Row } from './overlay';
import { CANDLE } from './schema';
import type { SqlSession } from './session';
import { bytes, ordered, type SqlValue } from './values';

/** Number of the layout that the candles of a store were read with: 0 where it keeps none. */
export function layoutNumber(layout: string): bigint {
  return layout === '' ? 0n : Buffer.from(sha256(Buffer.from(layout))).readBigInt64LE() | 1n;
}

/** The key of the candle of a trade. */
const candleKey = ({ pair }: Pick<TradeWrite, 'pair'>, spanMs: number, startMs: number): Row => [
  ordered(pair),
  spanMs,
  startMs,
];

/** Keys of the candles that the trades of blocks are in. */
export const candleKeys = (blocks: readonly BlockWrites[]): Row[] =>
  blocks.flatMap(({ trades }) =>
    trades.flatMap((trade) =>
      CANDLE_SPANS_MS.map((span) => candleKey(trade, span, candleStartMs(trade.timeMs, span))),
    ),
  );

/** Adds the trades of a block to their candles, which were loaded; each candle changes once. */
export function applyTrades(overlay: Overlay, { trades }: BlockWrites): void {
  const changed = new Map<string, { readonly key: Row; readonly candle: CandleRecord }>();
  for (const trade of trades) {
    for (const span of CANDLE_SPANS_MS) {
      const start = candleStartMs(trade.timeMs, span);
      const id = `${span} ${start} ${trade.pair}`;
      const key = candleKey(trade, span, start);
      const before = changed.get(id)?.candle ?? candleOf(start, overlay.get(CANDLE, key)?.[3]);
      changed.set(id, { key, candle: withTrade(before, start, trade) });
    }
  }
  for (const { key, candle } of changed.values()) overlay.put(CANDLE, key, [...key, writeCandle(candle)]);
}

/** Removes all candles: those of another layout cannot be continued. */
export async function forgetCandles(session: SqlSession): Promise<void> {
  await session.run(`DELETE FROM ${CANDLE.name}`);
  await removeFromJournals(session, CANDLE);
}

function writeCandle({ open, high, low, close, base, quote, trades }: CandleRecord): Uint8Array {
  const writer = new BlobWriter().int(trades);
  for (const { units, decimals } of [open, high, low, close, base, quote]) writer.big(units).int(decimals);
  return writer.finish();
}

/** The candle of a stored value; undefined without one. */
export function candleOf(startMs: number, value: SqlValue | undefined): CandleRecord | undefined {
  if (value === undefined) return undefined;
  const reader = new BlobReader(bytes(value));
  const trades = reader.int();
  const next = (): Decimal => ({ units: reader.big(), decimals: reader.int() });
  // The members are read in this order.
  return {
    ...{ startMs, trades },
    ...{ open: next(), high: next(), low: next(), close: next(), base: next(), quote: next() },
  };
}
