import { PRICE_DECIMALS } from '../../oracle/feeds';
import { ceilDivide, floorDivide } from '../rounding';

/** Collateral and debt of a loan with the price. CBTC and USDT in units (8 decimals), price in USD with PRICE_DECIMALS decimals. */
export interface Position {
  readonly debt: bigint;
  readonly collateral: bigint;
  readonly price: bigint;
}

/** The smallest loan is worth this much BTC: 0.001. Source: docs/reference/rules.md, lending. */
export const MINIMUM_LOAN_BTC = 100_000n;

/** Loan-to-value limits in basis points. Source: reference, lending: below 70 % safe, to 80 % warning. */
export const WARNING_LTV_BPS = 7000;
export const LIQUIDATION_LTV_BPS = 8000;

/** How long a loan may stay at LIQUIDATION_LTV_BPS or above: 72 hours. */
export const LIQUIDATION_DELAY_SEC = 72 * 3600;

const ONE_BPS = 10_000n;
/** A unit of CBTC times a unit of price is this many parts of a unit of USDT. */
const PRICE_UNIT = 10n ** BigInt(PRICE_DECIMALS);

/** The smallest loan in USDT units at a price, rounded up. */
export function minimumLoan(price: bigint): bigint {
  return ceilDivide(MINIMUM_LOAN_BTC * price, PRICE_UNIT);
}

/** Value of collateral in USDT units, rounded down. */
export function valueOfCollateral(collateral: bigint, price: bigint): bigint {
  return floorDivide(collateral * price, PRICE_UNIT);
}

/** True when the exact loan-to-value is at or above a limit. A debt without collateral is above every limit. */
export function isAtOrAbove({ debt, collateral, price }: Position, limitBps: number): boolean {
  return debt > 0n && debt * ONE_BPS * PRICE_UNIT >= BigInt(limitBps) * collateral * price;
}

/** True when a loan may be opened, or collateral withdrawn: the loan is safe afterwards. */
export function isSafe(position: Position): boolean {
  return !isAtOrAbove(position, WARNING_LTV_BPS);
}

/** Collateral sold and what for. */
export interface Sale {
  readonly sold: bigint;
  readonly proceeds: bigint;
}

/**
 * The sale of collateral that covers a debt: as little of it as brings in the debt, rounded up, at exactly the debt; or
 * all of it at its value, rounded down, when that is less.
 */
export function liquidationSale({ debt, collateral, price }: Position): Sale {
  const value = valueOfCollateral(collateral, price);
  if (value < debt) return { sold: collateral, proceeds: value };
  return { sold: ceilDivide(debt * PRICE_UNIT, price), proceeds: debt };
}
