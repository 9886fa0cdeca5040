/** IEEE 754 binary128 as its 128 bits, from and to doubles: what float128 index keys are made of. */

const MANTISSA = (1n << 112n) - 1n;
const DOUBLE_MANTISSA = (1n << 52n) - 1n;
const EXPONENT_BIAS = 16_383;
const DOUBLE_BIAS = 1023;
const ALL_EXPONENT_BITS = 0x7fff;

/** The bits of the float128 with exactly the value of the double. */
export function float128FromDouble(value: number): bigint {
  const bits = doubleBits(value);
  const sign = (bits >> 63n) << 127n;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = bits & DOUBLE_MANTISSA;
  if (exponent === 0x7ff) return sign | (BigInt(ALL_EXPONENT_BITS) << 112n) | (mantissa << 60n);
  if (exponent === 0) return sign | subnormal(mantissa);
  return sign | (BigInt(exponent - DOUBLE_BIAS + EXPONENT_BIAS) << 112n) | (mantissa << 60n);
}

/** The double nearest to a float128, halves to even; beyond the range of doubles, infinity. */
export function doubleFromFloat128(bits: bigint): number {
  const sign = bits >> 127n === 1n ? -1 : 1;
  const exponent = Number((bits >> 112n) & BigInt(ALL_EXPONENT_BITS));
  const mantissa = bits & MANTISSA;
  if (exponent === ALL_EXPONENT_BITS) return mantissa === 0n ? sign * Infinity : NaN;
  // A float128 without leading bit is far below the smallest double.
  if (exponent === 0) return sign * 0;
  const unbiased = exponent - EXPONENT_BIAS;
  if (unbiased > DOUBLE_BIAS) return sign * Infinity;
  // Numbers below 2^-1022 have fewer bits of mantissa left in a double.
  const droppedBits = 60n + BigInt(Math.max(0, -1022 - unbiased));
  const rounded = roundHalfToEven((1n << 112n) | mantissa, droppedBits);
  return sign * scale(Number(rounded), unbiased - 112 + Number(droppedBits));
}

/** A double without leading bit is a normal float128. */
function subnormal(mantissa: bigint): bigint {
  if (mantissa === 0n) return 0n;
  const leadingBit = mantissa.toString(2).length - 1;
  const exponent = leadingBit - 1074 + EXPONENT_BIAS;
  return (BigInt(exponent) << 112n) | ((mantissa << BigInt(112 - leadingBit)) & MANTISSA);
}

function roundHalfToEven(value: bigint, bits: bigint): bigint {
  const floor = value >> bits;
  const rest = value - (floor << bits);
  const half = 1n << (bits - 1n);
  return rest > half || (rest === half && (floor & 1n) === 1n) ? floor + 1n : floor;
}

/** value * 2^exponent in two exact steps, where 2^exponent alone may be no double. */
function scale(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

function doubleBits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}
