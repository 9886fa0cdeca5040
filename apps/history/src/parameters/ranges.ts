import type { HistoryRange } from '../store/queries';
import type { ActionFilter } from '../store/queries';
import type { BoundRange } from './bounds';

/** The range between two bounds. */
export const rangeOfBounds = ({ after, before }: BoundRange): HistoryRange => ({
  ...(after === undefined
    ? {}
    : 'block' in after
      ? { fromBlock: after.block }
      : { fromTimeMs: after.timeMs }),
  ...(before === undefined
    ? {}
    : 'block' in before
      ? { toBlock: before.block }
      : { toTimeMs: before.timeMs }),
});

const LOWEST = ['toBlock', 'toTimeMs', 'toSequence'] as const;
const HIGHEST = ['fromBlock', 'fromTimeMs', 'fromSequence'] as const;

/** The common part of all ranges. */
export function intersection(ranges: readonly HistoryRange[]): HistoryRange {
  const merged: Record<string, number | bigint> = {};
  for (const range of ranges) {
    for (const member of LOWEST) keep(merged, member, range[member], (value, known) => value < known);
    for (const member of HIGHEST) keep(merged, member, range[member], (value, known) => value > known);
  }
  return merged;
}

function keep(
  merged: Record<string, number | bigint>,
  member: string,
  value: number | bigint | undefined,
  isNarrower: (value: number | bigint, known: number | bigint) => boolean,
): void {
  if (value === undefined) return;
  const known = merged[member];
  if (known === undefined || isNarrower(value, known)) merged[member] = value;
}

/**
 * Alternatives that hold in both lists, of which an empty one is no condition. Undefined: no action can match.
 */
export function bothFilters(
  one: readonly ActionFilter[],
  other: readonly ActionFilter[],
): readonly ActionFilter[] | undefined {
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const both = one.flatMap((left) => other.flatMap((right) => common(left, right) ?? []));
  return both.length === 0 ? undefined : both;
}

function common(one: ActionFilter, other: ActionFilter): ActionFilter | undefined {
  for (const side of ['code', 'name'] as const) {
    if (one[side] !== undefined && other[side] !== undefined && one[side] !== other[side]) return undefined;
  }
  return { ...one, ...other };
}
