import { nameFromValue } from '@app/antelope';

/** Slots of the cache, a power of two. A chain has a few thousand names in daily use. */
const SLOTS = 1 << 16;

const lows = new Uint32Array(SLOTS);
const highs = new Uint32Array(SLOTS);
const names = new Array<string>(SLOTS).fill('');

/**
 * The name of a 64-bit value given as two halves. Each slot of the cache holds the last name that fell into it, so the
 * memory is bounded. Computing a name costs about twenty times a hit.
 */
export function cachedName(low: number, high: number): string {
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  const slot = (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
  if (lows[slot] !== low || highs[slot] !== high) {
    lows[slot] = low;
    highs[slot] = high;
    names[slot] = nameFromValue((BigInt(high) << 32n) | BigInt(low));
  }
  return names[slot] ?? '';
}
