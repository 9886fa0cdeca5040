import { createHash } from 'node:crypto';

/**
 * Names the arguments of a tool: equal for the same values, in whatever order their members stand. A number is its
 * text: amounts may be sent as both. Pure.
 * @param input as it was read: fields that were left out have their defaults
 */
export function fingerprintOf(tool: string, input: object): string {
  const members = Object.entries(input)
    .filter(([name, value]) => name !== 'request_id' && value !== undefined)
    .map(([name, value]): [string, unknown] => [name, typeof value === 'number' ? String(value) : value])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, members]))
    .digest('base64url');
}
