import { createHash } from 'node:crypto';

/**
 * Names the arguments of a tool: equal for the same values, in whatever order their members stand. A number is its
 * text: amounts may be sent as both. Pure.
 * @param input as it was read: fields that were left out have their defaults
 */
export function fingerprintOf(tool: string, input: object): string {
  const members = membersOf(input).filter(([name]) => name !== 'request_id');
  return createHash('sha256')
    .update(JSON.stringify([tool, members]))
    .digest('base64url');
}

/** Sorted by name; a member that is not set is none. */
const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]): [string, unknown] => [name, canonical(member)])
    .sort(([one], [other]) => (one < other ? -1 : 1));

function canonical(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(canonical);
  return typeof value === 'object' && value !== null ? membersOf(value) : value;
}
