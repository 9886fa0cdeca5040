import type { Signal } from '@preact/signals';
import { parseDecimal, rescaled } from '../../values/decimal';
import type { Curve, Pool } from './rates';

/** A pool as get_pool_stats answers it. */
export interface PoolRow {
  readonly pool_id: number;
  readonly share_symbol: string;
  readonly available: string;
  readonly outstanding: string;
  readonly utilization_bps: number;
  readonly borrow_apr_bps: number;
  readonly supply_apr_bps: number;
  readonly share_price: string;
}

export interface PoolStats {
  readonly pools: readonly PoolRow[];
  readonly curve: Curve;
  readonly oracle: { readonly price: string; readonly stale: boolean } | null;
}

/** USDT, CBTC and the oracle price have 8 decimals here. */
const DECIMALS = 8;

/** Units of 10^-8 of a text; undefined for texts that are no amount, or have more decimals. */
export function unitsOf(text: string): bigint | undefined {
  const decimal = parseDecimal(text);
  if (decimal === undefined || decimal.units < 0n || decimal.decimals > DECIMALS) return undefined;
  return rescaled(decimal, DECIMALS).units;
}

export const poolOf = ({ available, outstanding }: PoolRow): Pool => ({
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
export const chosenPool = (pools: readonly PoolRow[], { poolId }: LoanWish): PoolRow | undefined =>
  poolId.value === '' ? pools.at(-1) : pools.find(({ pool_id }) => String(pool_id) === poolId.value);
