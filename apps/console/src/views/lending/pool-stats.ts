import type { PoolAnswer } from '@app/client';
import type { Signal } from '@preact/signals';
import { parseDecimal, rescaled } from '../../values/decimal';
import type { Pool } from './rates';

/** USDT, CBTC and the oracle price have 8 decimals here. */
const DECIMALS = 8;

/** Units of 10^-8 of a text; undefined for texts that are no amount, or have more decimals. */
export function unitsOf(text: string): bigint | undefined {
  const decimal = parseDecimal(text);
  if (decimal === undefined || decimal.units < 0n || decimal.decimals > DECIMALS) return undefined;
  return rescaled(decimal, DECIMALS).units;
}

export const poolOf = ({ available, outstanding }: PoolAnswer): Pool => ({
  available: unitsOf(available) ?? 0n,
  outstanding: unitsOf(outstanding) ?? 0n,
});

/** The loan of the calculator, as it is typed. */
export interface LoanWish {
  readonly loan: Signal<string>;
  /** Empty: none chosen yet. */
  readonly poolId: Signal<string>;
}

/** The pool of the calculator: the last one until one is chosen. */
export const chosenPool = (pools: readonly PoolAnswer[], { poolId }: LoanWish): PoolAnswer | undefined =>
  poolId.value === '' ? pools.at(-1) : pools.find(({ pool_id }) => String(pool_id) === poolId.value);
