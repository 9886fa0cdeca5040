import type { ServerResponse } from 'node:http';
import { HOSTILE_JSON } from './hostile-values';
import type { Seeded } from '../harness/seeded';

const STATUSES = [200, 200, 200, 200, 201, 202, 204, 301, 400, 404, 429, 500, 503];
const TYPES = ['application/json', 'text/html', 'application/javascript', ''];
const MEMBERS = [
  'rows',
  'abi',
  'abi_hash',
  'actions',
  'head_block_num',
  'permissions',
  'error',
  'processed',
  'more',
];

/** Answers a request as no honest node does: another status, type, value, length, or none of it. */
export function hostileAnswer(random: Seeded, response: ServerResponse): true {
  if (random.chance(15)) {
    response.destroy();
    return true;
  }
  const members = MEMBERS.filter(() => random.chance(3)).map(
    (name) => `"${name}":${random.oneOf(HOSTILE_JSON)}`,
  );
  const whole = random.chance(2) ? random.oneOf(HOSTILE_JSON) : `{${members.join(',')}}`;
  const body = random.chance(10) ? whole.slice(0, random.integer(whole.length + 1)) : whole;
  response.writeHead(random.oneOf(STATUSES), {
    'content-type': random.oneOf(TYPES),
    ...(random.chance(15) ? { 'content-length': String(Buffer.byteLength(body) + 7) } : {}),
  });
  response.end(body);
  return true;
}
