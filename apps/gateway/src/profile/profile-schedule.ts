/** Outcome of the checks of a profile so far, each counted since the last outcome of another kind. */
export interface CheckStreak {
  readonly outcome: 'unreachable' | 'mismatch' | 'match';
  readonly count: number;
}

/** Wait after consecutive failed checks of an unreachable chain. */
const UNREACHABLE_MS = [250, 1_000, 2_000, 5_000, 15_000] as const;
/** Wait after consecutive mismatches: a chain that is being deployed or repaired is detected within 10 s. */
const MISMATCH_MS = [2_000, 5_000, 10_000] as const;
/** After this many checks (five minutes) a mismatch counts as lasting. */
const LASTING_MISMATCHES = 32;
/** Interval of the check of a profile that matches: contracts change rarely. */
const STEADY_MS = 60_000;

/** The outcome added to what was seen before. Pure. */
export function nextStreak(before: CheckStreak | undefined, outcome: CheckStreak['outcome']): CheckStreak {
  return { outcome, count: before?.outcome === outcome ? before.count + 1 : 1 };
}

/** How long to wait for the next check, in milliseconds. Pure. */
export function recheckWaitMs({ outcome, count }: CheckStreak): number {
  if (outcome === 'match' || (outcome === 'mismatch' && count > LASTING_MISMATCHES)) return STEADY_MS;
  const waits = outcome === 'unreachable' ? UNREACHABLE_MS : MISMATCH_MS;
  return waits[Math.min(count, waits.length) - 1] ?? STEADY_MS;
}
