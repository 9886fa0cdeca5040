import { z } from 'zod';
import type { Raw } from '../../node/node-reply';
import { chainTimeMs, readAnswer } from '../../node/parse-answer';

/** A number with its decimals, zero or more: `units` / 10^`decimals`. */
export interface ExactDecimal {
  readonly units: bigint;
  readonly decimals: number;
}

const exact = z
  .string()
  .regex(/^\d{1,40}(\.\d{1,18})?$/)
  .transform((text): ExactDecimal => {
    const [whole = '', fraction = ''] = text.split('.');
    return { units: BigInt(whole + fraction), decimals: fraction.length };
  });

const candlesSchema = z.object({
  last_indexed_block: z.int(),
  last_indexed_block_time: chainTimeMs,
  known_from: z.union([chainTimeMs, z.null()]),
  candles: z.array(
    z.object({
      time: chainTimeMs,
      ...{ open: exact, high: exact, low: exact, close: exact },
      ...{ volume: exact, quote_volume: exact },
      trades: z.int().min(1),
    }),
  ),
});

/** Trades of a pair in one interval, as the index of a history node keeps them. */
export interface IndexedCandle {
  readonly startMs: number;
  readonly open: ExactDecimal;
  readonly high: ExactDecimal;
  readonly low: ExactDecimal;
  readonly close: ExactDecimal;
  /** Of the base token. */
  readonly volume: ExactDecimal;
  readonly quoteVolume: ExactDecimal;
  readonly trades: number;
}

/** Candles in the order of the question, and the last block of the index. */
export interface IndexedCandles {
  readonly lastIndexedBlock: number;
  readonly lastIndexedMs: number;
  /** Start of the minute of the first trade that the index knows; undefined without one. */
  readonly knownFromMs: number | undefined;
  readonly candles: readonly IndexedCandle[];
}

/** Reads /v2/history/get_candles. @throws UnreadableAnswerError */
export function readIndexedCandles(raw: Raw): IndexedCandles {
  const answer = readAnswer('get_candles', candlesSchema, raw);
  return {
    lastIndexedBlock: answer.last_indexed_block,
    lastIndexedMs: answer.last_indexed_block_time,
    knownFromMs: answer.known_from ?? undefined,
    candles: answer.candles.map(({ time, quote_volume, ...candle }) => ({
      startMs: time,
      quoteVolume: quote_volume,
      ...candle,
    })),
  };
}
