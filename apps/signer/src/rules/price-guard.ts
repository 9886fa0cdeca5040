import { unitsOf } from '@app/client';
import { z } from 'zod';
import type { NodeTables } from '../chain/node-tables';

/** The feed of the oracle: USD of one bitcoin. USDT counts as USD. */
const FEED = 'btcusd';
export const ORACLE_DECIMALS = 8;
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/);
const priceRow = z.object({ price: z.string(), updated_at: time });

/** A price of the oracle as one node states it. */
export interface StatedPrice {
  /** At ORACLE_DECIMALS. */
  readonly units: bigint;
  readonly updatedMs: number;
}

/** @throws Error where the node has no price */
export async function statedPrice(tables: NodeTables): Promise<StatedPrice> {
  const row = (await tables.rows('prices')).find(({ pair }) => pair === FEED);
  const { price, updated_at } = priceRow.parse(row);
  const [whole = '', fraction = ''] = price.split('.');
  const trimmed = fraction.replace(/0+$/, '');
  const text = trimmed === '' ? whole : `${whole}.${trimmed}`;
  const units = unitsOf(text, ORACLE_DECIMALS);
  if (units === 0n) throw new RangeError('the price of the oracle is zero');
  return { units, updatedMs: Date.parse(`${updated_at}Z`) };
}

/** An order's price beside those of the oracle. */
export interface GuardedOrder {
  readonly side: 'buy' | 'sell';
  /** At `decimals`. */
  readonly price: bigint;
  readonly decimals: number;
}

const WHOLE_BPS = 10_000n;

/**
 * How much worse an order's price is than the oracle's, in basis points, rounded up; negative where it is better.
 * @throws RangeError for a price of zero
 */
export function worseByBps({ side, price, decimals }: GuardedOrder, oracle: bigint): bigint {
  const own = price * 10n ** BigInt(ORACLE_DECIMALS) * WHOLE_BPS;
  const theirs = oracle * 10n ** BigInt(decimals);
  const ratio = own / theirs;
  if (side === 'sell') return WHOLE_BPS - ratio;
  return (own % theirs === 0n ? ratio : ratio + 1n) - WHOLE_BPS;
}
