const MILLION = 1_000_000n;

/** `value * (1 + ppm / 1,000,000)`, rounded down. */
export function scaleByPpm(value: bigint, ppm: number): bigint {
  return (value * (MILLION + BigInt(ppm))) / MILLION;
}

/** The smallest value that `scaleByPpm` scales to at least this one. */
export function inverseScaleByPpm(value: bigint, ppm: number): bigint {
  const divisor = MILLION + BigInt(ppm);
  return (value * MILLION + divisor - 1n) / divisor;
}
