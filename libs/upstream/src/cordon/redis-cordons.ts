import type { Clock } from '@app/operations/core';
import {
  MAX_CLOCK_SKEW_MS,
  type RedisClient,
  RedisValues,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import type { Cordon, CordonsOfNetwork, SharedCordons } from './cordons';

/** Cordons that no replica reads any more are forgotten. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Nodes of a network of which something is stated; a hash with more is not that of replicas. */
const MAX_FIELDS = 64;
/** Longer than any value of a replica. */
const MAX_BYTES = 96;
const FORGED = 'forged';
const TEXT = /^(?<is>[01])@(?<at>\d{13})$/;

/** The fields of a hash as a flat list; one that is not that of replicas is removed. Keeps the key alive. */
const READ = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {} end
if kind ~= 'hash' or redis.call('HLEN', KEYS[1]) > ${MAX_FIELDS} then
  redis.call('DEL', KEYS[1])
  return '${FORGED}'
end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if #field > ${MAX_BYTES} or redis.call('HSTRLEN', KEYS[1], field) > ${MAX_BYTES} then
    redis.call('DEL', KEYS[1])
    return '${FORGED}'
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('HGETALL', KEYS[1])
`;

/**
 * States a label (ARGV[2]). In a full hash it takes the place of the label that was taken back into service first, then
 * of the one cordoned first that is no node any more (none of ARGV[4] and later); else it is refused (0).
 */
const WRITE = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'none' and (kind ~= 'hash' or redis.call('HLEN', KEYS[1]) > ${MAX_FIELDS}) then redis.call('DEL', KEYS[1]) end
if redis.call('HLEN', KEYS[1]) == ${MAX_FIELDS} and not redis.call('HGET', KEYS[1], ARGV[2]) then
  local isNode = {}
  for index = 4, #ARGV do isNode[ARGV[index]] = true end
  local first, firstAt, left, leftAt
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    local is, at = string.match(redis.call('HGET', KEYS[1], field), '^([01])@(%d+):')
    local atMs = tonumber(at or '') or 0
    if is ~= '1' and (firstAt == nil or atMs < firstAt) then first, firstAt = field, atMs end
    if is == '1' and not isNode[field] and (leftAt == nil or atMs < leftAt) then left, leftAt = field, atMs end
  end
  first = first or left
  if not first then return 0 end
  redis.call('HDEL', KEYS[1], first)
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`;

/** Cordons in Redis: a hash for each network, of labels and authenticated values `<0 or 1>@<milliseconds since 1970>:<code>`. */
export class RedisCordons extends RedisValues implements SharedCordons {
  constructor(
    private readonly clock: Clock,
    options: SharedValuesOptions,
  ) {
    super(options, 'cordons');
  }

  protected probe(redis: RedisClient, keys: readonly string[]): Promise<unknown> {
    return Promise.all(keys.map((key) => this.#fields(redis, this.prefix + key)));
  }

  async read(network: string): Promise<CordonsOfNetwork | undefined> {
    const key = this.prefix + network;
    const fields = await this.tried((redis) => this.#fields(redis, key));
    if (fields === undefined) return undefined;
    const cordons = new Map<string, Cordon>();
    for (const [label, value] of fields) {
      const cordon = this.#cordonIn(value, key, label);
      if (cordon === undefined) this.reportForged();
      else cordons.set(label, cordon);
    }
    return cordons;
  }

  async state(
    network: string,
    label: string,
    { isCordoned, atMs }: Cordon,
    labels: readonly string[],
  ): Promise<boolean> {
    const key = this.prefix + network;
    const value = withCode(`${isCordoned ? 1 : 0}@${atMs}`, this.#binding(key, label));
    const isStated = await this.tried((redis) => redis.eval(WRITE, 1, key, KEPT_MS, label, value, ...labels));
    return isStated === 1;
  }

  async #fields(redis: RedisClient, key: string): Promise<[label: string, value: string][]> {
    const reply: unknown = await redis.eval(READ, 1, key, KEPT_MS);
    if (!Array.isArray(reply)) {
      this.reportForged();
      return [];
    }
    const texts = reply.map(String);
    return texts.flatMap((label, index) => (index % 2 === 0 ? [[label, texts[index + 1] ?? '']] : []));
  }

  /** Undefined for a value that no replica stated of this node. */
  #cordonIn(value: string, key: string, label: string): Cordon | undefined {
    const { is, at } = TEXT.exec(textOf(value, this.#binding(key, label)) ?? '')?.groups ?? {};
    if (is === undefined || Number(at) > this.clock.now() + MAX_CLOCK_SKEW_MS) return undefined;
    return { isCordoned: is === '1', atMs: Number(at) };
  }

  #binding(key: string, label: string): ValueBinding {
    return this.binding('cordon', `${key}:${label}`);
  }
}
