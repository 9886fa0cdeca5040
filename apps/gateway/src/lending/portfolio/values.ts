import { PRICE_DECIMALS } from '@app/prices';

const WHOLE_BPS = 10_000n;
const DAYS_PER_YEAR = 365n;

/** An amount in units of a token with so many decimals. */
export interface Amount {
  readonly units: bigint;
  readonly decimals: number;
}

/**
 * USDT units of an amount at a chain of prices, multiplied exactly and rounded down once. One USD counts as one USDT.
 * @param prices of the token in the next one, up to USD, each with its decimals
 */
export function valueInUsdt(amount: Amount, prices: readonly Amount[], usdtDecimals: number): bigint {
  const factors = [amount, ...prices];
  const product = factors.reduce((value, { units }) => value * units, 10n ** BigInt(usdtDecimals));
  return product / 10n ** BigInt(factors.reduce((sum, { decimals }) => sum + decimals, 0));
}

/** A price of the oracle, USD per BTC. */
export const oracleRate = (units: bigint): Amount => ({ units, decimals: PRICE_DECIMALS });

/**
 * Interest of one day at a constant rate, in the units of the amount. Interest that an account earns is rounded
 * `down`, interest that it owes `up`: an account is never better off on paper than on the chain.
 */
export function interestPerDay(units: bigint, aprBps: bigint, rounding: 'up' | 'down'): bigint {
  const divisor = WHOLE_BPS * DAYS_PER_YEAR;
  const dividend = units * aprBps;
  return rounding === 'down' ? dividend / divisor : (dividend + divisor - 1n) / divisor;
}

/** How far a price may fall until it is `limit`, in basis points of the price, rounded down; 0 at or below it, and nearer than one. */
export function distanceBps(price: bigint, limit: bigint): bigint {
  return price <= limit ? 0n : ((price - limit) * WHOLE_BPS) / price;
}

/** One part of what an account owns, in USDT units; null: there is some, and its value is not known. */
export interface Part {
  readonly name: string;
  readonly value: bigint | null;
}

/** Sum of the parts, and the names of those without a value. The sum is null when there are any. */
export function sumOf(parts: readonly Part[]): {
  readonly sum: bigint | null;
  readonly unknown: readonly string[];
} {
  const unknown = parts.flatMap(({ name, value }) => (value === null ? [name] : []));
  const sum = parts.reduce((total, { value }) => total + (value ?? 0n), 0n);
  return { sum: unknown.length === 0 ? sum : null, unknown };
}
