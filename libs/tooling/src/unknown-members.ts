import { closest, distance } from 'fastest-levenshtein';
import { quoted } from './wording';

/**
 * One sentence per member of `raw` that is no field, with the field that was probably meant.
 * `constructor` and `__proto__` are members like any other: unknown.
 */
export function unknownMembers(raw: object, names: ReadonlySet<string>): string[] {
  return Object.keys(raw)
    .filter((member) => !names.has(member))
    .map((member) => `unknown field ${quoted(member)}${suggestion(member, [...names])}`);
}

function suggestion(member: string, names: readonly string[]): string {
  if (member.length > 40) return '';
  const lower = member.toLowerCase();
  const nearest = closest(lower, names);
  const isNear = distance(lower, nearest) <= Math.ceil(Math.min(nearest.length, lower.length) / 3);
  return isNear ? `; did you mean ${JSON.stringify(nearest)}?` : '';
}
