/** Quotient rounded down: what the contract gives out. Both numbers are at least zero, the divisor above it. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor;
}

/** Quotient rounded up: what the contract takes in. Both numbers are at least zero, the divisor above it. */
export function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
