import type { Clock } from '@app/operations';
import {
  MAX_CLOCK_SKEW_MS,
  type RedisClient,
  RedisConnection,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import type { Cordon, CordonsOfNetwork, SharedCordons } from './cordons';

/** Cordons that no replica reads any more are forgotten. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Nodes of a network; a hash with more is not that of replicas. */
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

const WRITE = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'none' and (kind ~= 'hash' or redis.call('HLEN', KEYS[1]) > ${MAX_FIELDS}) then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
`;

/** Cordons in Redis: a hash for each network, of labels and authenticated values `<0 or 1>@<milliseconds since 1970>:<code>`. */
export class RedisCordons implements SharedCordons {
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;

  constructor(
    private readonly clock: Clock,
    private readonly options: SharedValuesOptions,
  ) {
    const { keyPrefix, server, onChange } = options;
    this.#keyPrefix = `${keyPrefix}cordons:`;
    this.#connection = new RedisConnection({
      ...{ server, onChange },
      probe: (redis, keys) => Promise.all(keys.map((key) => this.#fields(redis, this.#keyPrefix + key))),
    });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  close(): void {
    this.#connection.close();
  }

  async read(network: string): Promise<CordonsOfNetwork | undefined> {
    const key = this.#keyPrefix + network;
    const fields = await this.#tried((redis) => this.#fields(redis, key));
    if (fields === undefined) return undefined;
    const cordons = new Map<string, Cordon>();
    for (const [label, value] of fields) {
      const cordon = this.#cordonIn(value, key, label);
      if (cordon === undefined) this.options.onForged?.();
      else cordons.set(label, cordon);
    }
    return cordons;
  }

  async state(network: string, label: string, { isCordoned, atMs }: Cordon): Promise<boolean> {
    const key = this.#keyPrefix + network;
    const value = withCode(`${isCordoned ? 1 : 0}@${atMs}`, this.#binding(key, label));
    const isStated = await this.#tried(async (redis) => {
      await redis.eval(WRITE, 1, key, KEPT_MS, label, value);
      return true;
    });
    return isStated ?? false;
  }

  /** Undefined while Redis is lost. */
  async #tried<T>(work: (redis: RedisClient) => Promise<T>): Promise<T | undefined> {
    if (!this.#connection.isUp) return undefined;
    try {
      return await work(this.#connection.redis);
    } catch (error) {
      this.#connection.recordFailure(error);
      return undefined;
    }
  }

  async #fields(redis: RedisClient, key: string): Promise<[label: string, value: string][]> {
    const reply: unknown = await redis.eval(READ, 1, key, KEPT_MS);
    if (!Array.isArray(reply)) {
      this.options.onForged?.();
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
    return { secret: this.options.secret, purpose: 'cordon', key: `${key}:${label}` };
  }
}
