import { createHash } from 'node:crypto';
import { shortestDecimal } from '@app/antelope';

/** Names of arguments that are no part of an intention: its id, and how much an answer says. */
const BESIDES = new Set(['request_id', 'detail']);

/**
 * Names the arguments of a tool: equal for the same values, in whatever order their members stand. A number is the
 * decimal that a client writes for it, without an exponent: amounts may be sent as both. Pure.
 * @param input as it was read: fields that were left out have their defaults
 */
export function fingerprintOf(tool: string, input: object): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, membersOf(input)]))
    .digest('base64url');
}

/** Sorted by name; a member that is not set is none. Those of the steps of a plan as well. */
const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([name, member]) => member !== undefined && !BESIDES.has(name))
    .map(([name, member]): [string, unknown] => [name, canonical(member)])
    .sort(([one], [other]) => (one < other ? -1 : 1));

function canonical(value: unknown): unknown {
  if (typeof value === 'number') return shortestDecimal(value);
  if (Array.isArray(value)) return value.map(canonical);
  return typeof value === 'object' && value !== null ? membersOf(value) : value;
}
