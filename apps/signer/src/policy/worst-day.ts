import type { CapWindow } from '../ledger/spending-rules';

const DAY_MS = 86_400_000;

/**
 * The most units that can be executed within any 24 hours: those are covered by as many windows, one after another, as
 * are needed, and none of them holds more than its limit. The tightest window decides.
 */
export function worstDay(windows: readonly CapWindow[]): bigint {
  const bounds = windows.map(({ ms, max }) => BigInt(Math.ceil(DAY_MS / ms)) * max);
  return bounds.reduce((least, bound) => (bound < least ? bound : least));
}
