/** An exact decimal: `units` of 10^-`decimals`. */
export interface Decimal {
  readonly units: bigint;
  readonly decimals: number;
}

const FORM = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/;

/** The decimal of a text such as `0.10000000`; undefined for other texts. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = ''] = FORM.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, decimals: fraction.length };
}

/** The decimal as a text with all its decimals. */
export function decimalText({ units, decimals }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const [whole, fraction] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals),
  ];
  return `${units < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${fraction}`}`;
}

/** The same value with other decimals; digits that are cut off round towards zero. */
export const rescaled = ({ units, decimals }: Decimal, to: number): Decimal => ({
  units: to >= decimals ? units * 10n ** BigInt(to - decimals) : units / 10n ** BigInt(decimals - to),
  decimals: to,
});

/** Exact; the result has the decimals of the one with more. */
export function sumOf(one: Decimal, other: Decimal): Decimal {
  const decimals = Math.max(one.decimals, other.decimals);
  return { units: rescaled(one, decimals).units + rescaled(other, decimals).units, decimals };
}

/** Exact. */
export const productOf = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  decimals: one.decimals + other.decimals,
});

/** A `part` of at most the `whole` in basis points, rounded down; undefined where the whole is zero. */
export function bpsOf(part: Decimal, whole: Decimal): number | undefined {
  const decimals = Math.max(part.decimals, whole.decimals);
  const divisor = rescaled(whole, decimals).units;
  return divisor === 0n ? undefined : Number((rescaled(part, decimals).units * 10_000n) / divisor);
}
