import type { Clock } from '@app/operations/core';
import {
  MAX_CLOCK_SKEW_MS,
  type RedisClient,
  RedisValues,
  type SharedValuesOptions,
  textOf,
  withCode,
} from '@app/redis';
import type { SharedHeads } from './shown-heads';

/** A head that no replica stated for so long is forgotten: that of a chain that was reset, too. */
const KEPT_MS = 30_000;
/** A stated head is signed again after this time. */
const SIGNED_MS = 5_000;
/** Longer than any value of a replica. */
const MAX_BYTES = 160;
/** A value that is forged again meanwhile is left for the next call. */
const MAX_TRIES = 3;
const STATED = 'stated';
const REPLACED = 'replaced';

/**
 * Sets the head unless it is 0, or a higher one is there, whose value is returned: whether a replica made it is for the caller to
 * see, who names the value to replace then. A lower head does not keep the key. A value of another form, or that does
 * not expire as one of a replica does, is replaced.
 */
const RAISE = `
local outcome = '${STATED}'
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'none' then
  outcome = '${REPLACED}'
  local ttl = redis.call('PTTL', KEYS[1])
  if kind == 'string' and redis.call('STRLEN', KEYS[1]) <= ${MAX_BYTES} and ttl > 0 and ttl <= tonumber(ARGV[3]) then
    local value = redis.call('GET', KEYS[1])
    local known = tonumber(string.match(value, '^(%d+):') or '')
    if known and value ~= ARGV[4] then
      if known > tonumber(ARGV[1]) then return value end
      outcome = '${STATED}'
    end
  end
end
if tonumber(ARGV[1]) == 0 then
  if outcome == '${REPLACED}' then redis.call('DEL', KEYS[1]) end
  return outcome
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return outcome
`;

interface Signed {
  readonly head: number;
  readonly atMs: number;
  readonly value: string;
}

/** Heads in Redis, one key for each network, authenticated: `<head>:<milliseconds since 1970>:<code>`. */
export class RedisHeads extends RedisValues implements SharedHeads {
  readonly #signed = new Map<string, Signed>();

  constructor(
    private readonly clock: Clock,
    options: SharedValuesOptions,
  ) {
    super(options, 'heads');
  }

  protected probe(redis: RedisClient, keys: readonly string[]): Promise<unknown> {
    return Promise.all(keys.map((key) => this.#raise(redis, this.prefix + key, 1)));
  }

  async raise(network: string, head: number): Promise<number> {
    const key = `${this.prefix}${network}`;
    return (await this.tried((redis) => this.#raise(redis, key, head))) ?? head;
  }

  async #raise(redis: RedisClient, key: string, head: number): Promise<number> {
    let forged = '';
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const reply = String(await redis.eval(RAISE, 1, key, head, this.#valueOf(key, head), KEPT_MS, forged));
      if (reply === STATED) return head;
      if (reply !== REPLACED) {
        const known = this.#headOfReply(key, reply);
        if (known !== undefined) return known;
      }
      // The value that is named is replaced by the next call, which reports nothing new.
      if (forged === '') this.reportForged();
      if (reply === REPLACED) return head;
      forged = reply;
    }
    return head;
  }

  /** Undefined for a value that no replica stated under this key lately. */
  #headOfReply(key: string, value: string): number | undefined {
    const [head, atMs] = (textOf(value, this.binding('head', key)) ?? '').split(':').map(Number);
    if (head === undefined || atMs === undefined) return undefined;
    const ageMs = this.clock.now() - atMs;
    return ageMs <= KEPT_MS + MAX_CLOCK_SKEW_MS && ageMs >= -MAX_CLOCK_SKEW_MS ? head : undefined;
  }

  /** Most calls state the same head: it is signed once in a while. */
  #valueOf(key: string, head: number): string {
    const atMs = this.clock.now();
    const known = this.#signed.get(key);
    if (known?.head === head && Math.abs(atMs - known.atMs) < SIGNED_MS) return known.value;
    const value = withCode(`${head}:${atMs}`, this.binding('head', key));
    this.#signed.set(key, { head, atMs, value });
    return value;
  }
}
