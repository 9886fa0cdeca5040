/** Slots of the cache, a power of two. A chain has a few thousand names in daily use. */
const SLOTS = 1 << 16;

const lows = new Uint32Array(SLOTS);
const highs = new Uint32Array(SLOTS);
const values = new Array<bigint>(SLOTS).fill(0n);

/**
 * The 64-bit value of two halves, from a cache: a new bigint is an allocation, and the names of a block repeat. Each
 * slot holds the last name that fell into it, so the memory is bounded.
 */
export function cachedName(low: number, high: number): bigint {
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  const slot = (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
  if (lows[slot] !== low || highs[slot] !== high) {
    lows[slot] = low;
    highs[slot] = high;
    values[slot] = (BigInt(high) << 32n) | BigInt(low);
  }
  return values[slot] ?? 0n;
}
