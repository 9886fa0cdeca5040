import { type RedisClient, RedisConnection, type RedisServer } from '@app/redis';
import type { SharedHeads } from './shown-heads';

/** Redis server and key prefix of shared heads. */
export interface RedisHeadsOptions {
  readonly server: RedisServer;
  readonly keyPrefix: string;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/** A head that no replica stated for so long is forgotten: that of a chain that was reset, too. */
const KEPT_MS = 30_000;

/**
 * Sets the head unless it is 0, or a higher one is there; returns the higher of both. A lower one does not keep the key. A value that
 * is no number, or that does not expire as one of a replica does, is replaced.
 */
const RAISE = `
local ttl = redis.call('PTTL', KEYS[1])
local known = 0
if ttl > 0 and ttl <= tonumber(ARGV[2]) and redis.call('TYPE', KEYS[1]).ok == 'string' then
  known = tonumber(redis.call('GET', KEYS[1])) or 0
end
if tonumber(ARGV[1]) < known or tonumber(ARGV[1]) == 0 then return known end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return tonumber(ARGV[1])
`;

/** Heads in Redis, one key for each network. */
export class RedisHeads implements SharedHeads {
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;

  constructor({ keyPrefix, ...options }: RedisHeadsOptions) {
    this.#keyPrefix = `${keyPrefix}head:`;
    this.#connection = new RedisConnection({
      ...options,
      probe: (redis, keys) => Promise.all(keys.map((key) => raise(redis, this.#keyPrefix + key, 1))),
    });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  close(): void {
    this.#connection.close();
  }

  async raise(network: string, head: number): Promise<number> {
    if (!this.#connection.isUp) return head;
    try {
      return await raise(this.#connection.redis, `${this.#keyPrefix}${network}`, head);
    } catch (error) {
      this.#connection.recordFailure(error);
      return head;
    }
  }
}

async function raise(redis: RedisClient, key: string, head: number): Promise<number> {
  return Number(await redis.eval(RAISE, 1, key, head, KEPT_MS));
}
