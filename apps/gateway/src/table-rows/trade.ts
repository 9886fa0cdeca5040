import type { Pair } from '@app/networks';
import { memoizeByObject, rowAmount, rowInteger, rowName, rowPrice } from '@app/upstream';
import { z } from 'zod';
import { SIDES, type Side } from './open-order';

/** The last time a JavaScript date can say. */
const LAST_MS = 8_640_000_000_000_000;

/** Amounts that two orders exchanged. */
export interface Trade {
  readonly id: bigint;
  /** Of the order that came last and was met. */
  readonly side: Side;
  readonly buyer: string;
  readonly seller: string;
  /** Quote per base, in units of the pair's price decimals. */
  readonly price: bigint;
  /** In units of the base token. */
  readonly amount: bigint;
  /** In units of the quote token. */
  readonly total: bigint;
  readonly timeMs: number;
  readonly blockNum: number;
}

/** A row of the history about this pair. */
export const tradeRow = memoizeByObject((pair: Pair) =>
  z
    .object({
      id: rowInteger,
      type: z.enum(SIDES),
      buyer: rowName,
      seller: rowName,
      price: rowPrice(pair.priceDecimals),
      baseAsset: rowAmount(pair.base),
      quoteAsset: rowAmount(pair.quote),
      timestamp: z
        .string()
        .regex(/^\d{1,16}$/, 'is not a time in milliseconds')
        .transform(Number)
        .pipe(z.int().max(LAST_MS)),
      blockNumber: rowInteger.transform(Number),
    })
    .transform(({ type, baseAsset, quoteAsset, timestamp, blockNumber, ...row }): Trade => ({
      ...row,
      side: type,
      amount: baseAsset,
      total: quoteAsset,
      timeMs: timestamp,
      blockNum: blockNumber,
    })),
);
