/** The curve of all pools: the rate by utilization, in basis points. */
export interface Curve {
  readonly base_apr_bps: number;
  readonly kink_utilization_bps: number;
  readonly kink_apr_bps: number;
  readonly max_apr_bps: number;
}

/** Amounts in units of USDT. */
export interface Pool {
  readonly available: bigint;
  readonly outstanding: bigint;
}

const ALL = 10_000n;

/** `numerator / divisor`, rounded up. */
const ceil = (numerator: bigint, divisor: bigint): bigint => (numerator + divisor - 1n) / divisor;

/**
 * The rate of a pool in basis points, from its exact utilization, rounded up.
 * Source: docs/contracts/loan.md, interest rate.
 */
export function borrowRate({ available, outstanding }: Pool, curve: Curve): number {
  const total = available + outstanding;
  const [base, kinkRate, most] = [curve.base_apr_bps, curve.kink_apr_bps, curve.max_apr_bps].map(BigInt);
  const kink = BigInt(curve.kink_utilization_bps);
  if (base === undefined || kinkRate === undefined || most === undefined) return 0;
  if (total === 0n || outstanding === 0n) return Number(base);
  const used = outstanding * ALL;
  if (used <= kink * total) return Number(base + ceil((kinkRate - base) * used, kink * total));
  return Number(kinkRate + ceil((most - kinkRate) * (used - kink * total), (ALL - kink) * total));
}

/** The point of the curve of a pool after a loan; undefined where it has less available. */
export function pointAfter(
  { available, outstanding }: Pool,
  loan: bigint,
  curve: Curve,
): { readonly utilization_bps: number; readonly borrow_apr_bps: number } | undefined {
  const total = available + outstanding;
  if (loan > available || total === 0n) return undefined;
  const after = { available: available - loan, outstanding: outstanding + loan };
  return {
    utilization_bps: Number((after.outstanding * ALL) / total),
    borrow_apr_bps: borrowRate(after, curve),
  };
}

/** A loan: debt in units of USDT, collateral in units of CBTC, both with 8 decimals; USD per BTC in units of 10^-8. */
export interface Position {
  readonly debt: bigint;
  readonly collateral: bigint;
  readonly price: bigint;
}

const UNIT = 100_000_000n;

/** Debt over the value of the collateral in basis points, rounded up; undefined without collateral. */
export function ltvBps({ debt, collateral, price }: Position): number | undefined {
  const value = collateral * price;
  return value === 0n ? undefined : Number(ceil(debt * ALL * UNIT, value));
}

/**
 * Whether the exact LTV is at or above `ltv` basis points, as the contract compares it: above every one without
 * collateral. Source: docs/contracts/loan.md, states of a loan.
 */
export const isAtOrAbove = ({ debt, collateral, price }: Position, ltv: number): boolean =>
  debt > 0n && debt * ALL * UNIT >= BigInt(ltv) * collateral * price;

/**
 * The highest price at which the LTV of a loan is at or above `ltv` basis points, as get_loans states it; undefined
 * without collateral.
 */
export function liquidationPrice(
  { debt, collateral }: Omit<Position, 'price'>,
  ltv: number,
): bigint | undefined {
  return collateral === 0n ? undefined : (debt * UNIT * ALL) / (collateral * BigInt(ltv));
}

/** The smallest loan is worth this much BTC: 0.001. Source: docs/reference/rules.md, lending. */
const MINIMUM_LOAN_BTC = 100_000n;

/** The smallest loan in units of USDT at a price, rounded up. */
export const minimumLoan = (price: bigint): bigint => ceil(MINIMUM_LOAN_BTC * price, UNIT);

/** The part of a debt that a liquidation at the price does not pay; 0 where the collateral covers it. */
export function lossAt({ debt, collateral, price }: Position): bigint {
  const value = (collateral * price) / UNIT;
  return value >= debt ? 0n : debt - value;
}
