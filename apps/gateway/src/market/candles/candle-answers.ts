import { formatPrice } from '@app/antelope';
import { type Pair, profileEntry } from '@app/networks';
import { fail } from '@app/chain-tools';
import type { ExactDecimal, IndexedCandle } from '@app/upstream';
import { answerTime } from '../../formatting/answer-values';
import type { CandleAnswer, Interval } from './get-candles.dto';

const MINUTE_MS = 60_000;

/** Lengths of candles, in milliseconds. */
export const INTERVALS_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};

/** A candle as get_candles answers it: with all decimals of the pair. */
export function candleAnswer(
  pair: Pair,
  candle: IndexedCandle,
  { spanMs, lastMs }: { readonly spanMs: number; readonly lastMs: number },
): CandleAnswer {
  const price = (value: ExactDecimal) => textAt(pair, value, pair.priceDecimals);
  return {
    time: answerTime(candle.startMs),
    ...{
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(candle.close),
    },
    volume: textAt(pair, candle.volume, pair.base.precision),
    quote_volume: textAt(pair, candle.quoteVolume, pair.quote.precision),
    trades: candle.trades,
    closed: candle.startMs + spanMs <= lastMs,
  };
}

/** @throws ToolError for a history that is about another token, or another pair, of this name */
function textAt(pair: Pair, { units, decimals }: ExactDecimal, wanted: number): string {
  if (decimals > wanted) {
    const reason = `the history has values with ${decimals} decimals, not ${wanted}`;
    fail('PROFILE_MISMATCH', profileEntry.pair(pair.apiName), reason);
  }
  return formatPrice(units * 10n ** BigInt(wanted - decimals), wanted);
}
