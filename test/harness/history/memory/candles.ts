import type { BlockWrites, Decimal, TradeWrite } from '../../../../apps/history/src/derive/block-writes';
import type { CandleRecord } from '../../../../apps/history/src/store/candles';
import type { CandleQuery } from '../../../../apps/history/src/store/queries';
import type { Candles } from '../../../../apps/history/src/store/records';

/** Candles recomputed from all trades: what those that the stores keep are compared with. */
export function candles(blocks: readonly BlockWrites[], query: CandleQuery): Candles {
  const trades = blocks.flatMap((writes) => writes.trades).filter(({ pair }) => pair === query.pair);
  const first = trades.map(({ timeMs }) => timeMs).sort((left, right) => left - right)[0];
  const found = [...byStart(trades, query.spanMs)]
    .filter(([start]) => start >= (query.fromMs ?? 0) && start <= (query.toMs ?? Number.MAX_SAFE_INTEGER))
    .sort(([left], [right]) => left - right)
    .map(([startMs, inside]) => candleOf(startMs, inside));
  const inOrder = query.order === 'asc' ? found : found.reverse();
  return {
    items: inOrder.slice(0, query.limit),
    knownFromMs: first === undefined ? undefined : Math.floor(first / 60_000) * 60_000,
  };
}

function byStart(trades: readonly TradeWrite[], spanMs: number): Map<number, TradeWrite[]> {
  const starts = new Map<number, TradeWrite[]>();
  for (const trade of trades) {
    const start = Math.floor(trade.timeMs / spanMs) * spanMs;
    starts.set(start, [...(starts.get(start) ?? []), trade]);
  }
  return starts;
}

function candleOf(startMs: number, trades: readonly TradeWrite[]): CandleRecord {
  const prices = trades.map(({ price }) => price);
  const [open] = prices;
  const close = prices.at(-1);
  if (open === undefined || close === undefined) throw new Error('a candle has trades');
  const ranked = prices.toSorted((left, right) => Number(left.units - right.units));
  const sumOf = (amounts: readonly Decimal[]): Decimal => ({
    units: amounts.reduce((total, { units }) => total + units, 0n),
    decimals: amounts[0]?.decimals ?? 0,
  });
  return {
    startMs,
    open,
    high: ranked.at(-1) ?? open,
    low: ranked[0] ?? open,
    close,
    base: sumOf(trades.map(({ base }) => base)),
    quote: sumOf(trades.map(({ quote }) => quote)),
    trades: trades.length,
  };
}
