import type { Pair } from '@app/networks';
import { memoizeByObject, rowAmount, rowInteger, rowName, rowPrice } from '@app/upstream';
import { z } from 'zod';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** An order in the book. */
export interface OpenOrder {
  readonly id: bigint;
  readonly account: string;
  readonly side: Side;
  /** Quote per base, in units of the pair's price decimals. */
  readonly price: bigint;
  /** Remaining amount to trade, in units of the base token. */
  readonly amount: bigint;
  /** Its value as the exchange keeps it, in units of the quote token. */
  readonly total: bigint;
}

/** A row of a pair's order book. Only the exchange writes there, so every row must be an order of the pair. */
export const openOrderRow = memoizeByObject((pair: Pair) =>
  z
    .object({
      identifier: rowInteger,
      account: rowName,
      type: z.enum(SIDES),
      price: rowPrice(pair.priceDecimals),
      baseAsset: rowAmount(pair.base),
      quoteAsset: rowAmount(pair.quote),
    })
    .transform(({ identifier, account, type, price, baseAsset, quoteAsset }): OpenOrder => ({
      id: identifier,
      account,
      side: type,
      price,
      amount: baseAsset,
      total: quoteAsset,
    })),
);
