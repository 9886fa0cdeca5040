import { type RedisClient, RedisConnection, type RedisServer } from '@app/redis';
import type { Result } from 'ioredis';
import { WINDOW_MS } from './bucket';
import type { Count } from './hit-counter';

/**
 * Counts for each key as many units as stand behind the window's length, and answers [hits, milliseconds left] for
 * each, in order. A window ends by
 * the expiry of its key alone, which all replicas share; their own clocks have no part in it. A key
 * without expiry (it was restored, or the expiry was lost) gets one, and so does a key with more than a
 * window left: Redis keeps expiries as moments, so that they move away when its machine's clock is set back.
 * A value that is no count is replaced: it would make Redis look lost to all replicas.
 */
const COUNT_HITS = `
local counts = {}
local window = tonumber(ARGV[1])
for index, key in ipairs(KEYS) do
  local units = tonumber(ARGV[index + 1])
  local hits = redis.pcall('INCRBY', key, units)
  if type(hits) ~= 'number' then
    redis.call('SET', key, units)
    hits = units
  end
  local left = hits > units and redis.call('PTTL', key) or -1
  if left < 0 or left > window then
    redis.call('PEXPIRE', key, window)
    left = window
  end
  counts[#counts + 1] = hits
  counts[#counts + 1] = left
end
return counts`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countHits(keyCount: number, ...keysThenWindowMsThenUnits: (string | number)[]): Result<number[], Context>;
  }
}

/** Units of all requests that wait for the count of a key. */
class Sum {
  units = 0;
  resolve: (count: Count) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;
  readonly counted = new Promise<Count>((resolve, reject) => Object.assign(this, { resolve, reject }));
}

/** By key. */
type Batch = ReadonlyMap<string, Sum>;

/** Redis server and key prefix of a counter. */
export interface RedisCounterOptions {
  readonly server: RedisServer;
  readonly keyPrefix: string;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/**
 * Fixed windows in Redis, shared by all replicas. At most one script call is under way; what arrives
 * meanwhile is counted by the next one, together, the units of a key as one sum. A busy process makes far fewer round trips than it
 * has requests, and no request waits for more than two of them.
 *
 * A count that fails marks Redis as down; `isUp` stays false until a probe has counted successfully. A count
 * that cannot be made at once is made locally; made later as well, it would count twice.
 */
export class RedisCounter {
  readonly #connection: RedisConnection;
  #waiting = new Map<string, Sum>();
  #isFlushing = false;

  constructor(private readonly options: RedisCounterOptions) {
    this.#connection = new RedisConnection({
      ...options,
      // Counts a request that was not made: where this works, a real one does.
      probe: (redis, keys) => this.#countAll(redis, keys),
    });
    this.#connection.redis.defineCommand('countHits', { lua: COUNT_HITS });
  }

  /** Connects and waits for the first success or failure; never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  /** Whether `hit` is worth a try. */
  get isUp(): boolean {
    return this.#connection.isUp;
  }

  /** Counts `units` for `key`. Rejects when Redis fails; the caller counts in another way then. */
  hit(key: string, units = 1): Promise<Count> {
    const sum = this.#waiting.get(key) ?? new Sum();
    this.#waiting.set(key, sum);
    const behind = (sum.units += units);
    if (!this.#isFlushing) {
      this.#isFlushing = true;
      setImmediate(() => void this.#flush());
    }
    // The count behind all of the sum, less what arrived later.
    return sum.counted.then(({ hits, msLeft }) => ({ hits: hits - sum.units + behind, msLeft }));
  }

  /** Ends the connection and the retries. */
  close(): void {
    this.#connection.close();
  }

  /** Counts all waiting requests, then those that arrived meanwhile, until none is left. */
  async #flush(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      await (this.#connection.isCluster ? this.#countEach(batch) : this.#countTogether(batch));
    }
    this.#isFlushing = false;
  }

  async #countTogether(batch: Batch): Promise<void> {
    try {
      const counts = await this.#count(this.#connection.redis, batch);
      [...batch.values()].forEach(({ resolve }, index) => {
        resolve({ hits: counts[2 * index] ?? 0, msLeft: counts[2 * index + 1] ?? 0 });
      });
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  /** One call for each key: the keys of a script have to be on one node of the cluster. */
  async #countEach(batch: Batch): Promise<void> {
    await Promise.all([...batch].map((entry) => this.#countTogether(new Map([entry]))));
  }

  #countAll(redis: RedisClient, keys: readonly string[]): Promise<unknown> {
    return Promise.all(keys.map((key) => this.#count(redis, new Map([[key, { units: 1 }]]))));
  }

  /** Requests that started to wait in the meantime would wait for the same failure. */
  #fail(batch: Batch, error: unknown): void {
    this.#connection.recordFailure(error);
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const { reject } of [...batch.values(), ...waiting.values()]) reject(error);
  }

  #count(redis: RedisClient, batch: ReadonlyMap<string, Pick<Sum, 'units'>>): Promise<number[]> {
    const keys = [...batch.keys()].map((key) => this.options.keyPrefix + key);
    const units = [...batch.values()].map((sum) => sum.units);
    return redis.countHits(keys.length, ...keys, WINDOW_MS, ...units);
  }
}
