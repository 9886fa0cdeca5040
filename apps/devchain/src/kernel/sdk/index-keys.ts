const SIGN = 1n << 63n;
const ALL_ONES = (1n << 64n) - 1n;
const SIGN_128 = 1n << 127n;
const ALL_ONES_128 = (1n << 128n) - 1n;

/** Key of a double: an unsigned integer in the order of the numbers, with -0 and 0 being one number. */
export function float64Key(number: number): bigint {
  if (Number.isNaN(number)) throw new RangeError('NaN is not an allowed value for a secondary key');
  const view = new DataView(new ArrayBuffer(8));
  // Adding zero turns -0 into 0.
  view.setFloat64(0, number + 0);
  const bits = view.getBigUint64(0);
  return (bits & SIGN) === 0n ? bits | SIGN : bits ^ ALL_ONES;
}

/** The double of a key. */
export function float64FromKey(key: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, (key & SIGN) === 0n ? key ^ ALL_ONES : key ^ SIGN);
  return view.getFloat64(0);
}

/** Key of a float128 from its 16 bytes as a big-endian integer, in the order of the numbers. */
export function float128Key(bits: bigint): bigint {
  return (bits & SIGN_128) === 0n ? bits | SIGN_128 : bits ^ ALL_ONES_128;
}

/** The bits of a float128's key. */
export function float128FromKey(key: bigint): bigint {
  return (key & SIGN_128) === 0n ? key ^ ALL_ONES_128 : key ^ SIGN_128;
}

/** Key of a hash or any other bytes that are ordered from the first byte on. */
export function bytesKey(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
