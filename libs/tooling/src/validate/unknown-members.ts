import { closest, distance } from 'fastest-levenshtein';
import type { ProblemList } from './problem-list';
import { quoted } from '../errors/wording';

/**
 * Adds one sentence per member of `raw` that is no field, with the field that was probably meant. The
 * sentences that the list would not show are not made: the distance to every field name is expensive.
 * `constructor` and `__proto__` are members like any other: unknown.
 */
export function addUnknownMembers(
  raw: object,
  names: ReadonlySet<string>,
  prefix: string,
  problems: ProblemList,
): void {
  for (const member of Object.keys(raw)) {
    if (names.has(member)) continue;
    problems.add(() => `${prefix}unknown field ${quoted(member)}${suggestion(member, names)}`);
  }
}

function suggestion(member: string, names: ReadonlySet<string>): string {
  if (member.length > 40) return '';
  const lower = member.toLowerCase();
  const nearest = closest(lower, [...names]);
  const isNear = distance(lower, nearest) <= Math.ceil(Math.min(nearest.length, lower.length) / 3);
  return isNear ? `; did you mean ${JSON.stringify(nearest)}?` : '';
}
