import { createHash } from 'node:crypto';
import type { Clock } from '@app/operations';
import { RedisConnection, type RedisServer } from '@app/redis';
import { packAnswer, type PackingFacts, unpackAnswer } from './packed-answer';
import type { CachedReply } from './response-cache';
import type { SharedAnswer, SharedAnswers } from './shared-answers';

/** Redis server, memory limit and lifetime (in milliseconds) of shared answers. */
export interface RedisAnswersOptions {
  readonly server: RedisServer;
  readonly keyPrefix: string;
  /** The same for all replicas: a value that was made without it is no answer. */
  readonly secret: string;
  /** Of all answers together. */
  readonly maxBytes: number;
  readonly keptMs: number;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/** One answer takes at most this part of the bytes: a single one does not push out all others. */
const MAX_SHARE = 1 / 8;
/** Memory of an entry besides its value: key, place in the index. */
const ENTRY_BYTES = 512;

/**
 * Adds an answer unless it is there. Drops expired answers from the index, then the oldest ones, until all fit. The index
 * may count an answer that Redis evicted by itself: then less is kept, for as long as an answer is kept at most.
 */
const ADD = `
local entry, index, total = KEYS[1], KEYS[2], KEYS[3]
local size, ttl, max = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', entry) == 1 then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = 0
if redis.call('EXISTS', index) == 1 then used = tonumber(redis.call('GET', total) or '0') end
local member = size .. ':' .. entry
if redis.call('ZREM', index, member) == 1 then used = used - size end
while true do
  local oldest = redis.call('ZRANGE', index, 0, 0, 'WITHSCORES')
  if not oldest[1] or (used + size <= max and tonumber(oldest[2]) + ttl > now) then break end
  local at = string.find(oldest[1], ':', 1, true)
  redis.call('ZREM', index, oldest[1])
  redis.call('DEL', string.sub(oldest[1], at + 1))
  used = used - tonumber(string.sub(oldest[1], 1, at - 1))
end
redis.call('SET', entry, ARGV[1], 'PX', ttl)
redis.call('ZADD', index, now, member)
redis.call('PEXPIRE', index, ttl)
redis.call('SET', total, math.max(0, used) + size, 'PX', ttl)
return 1
`;

/** Immutable answers in Redis, one key for each, bounded in bytes and time. */
export class RedisAnswers implements SharedAnswers {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(
    private readonly clock: Clock,
    private readonly options: RedisAnswersOptions,
  ) {
    const { keyPrefix, server, onChange } = options;
    // In braces: all keys of the script are in one slot of a cluster.
    this.#prefix = `${keyPrefix}{answers}:`;
    const probe = (): Promise<unknown> => this.#connection.redis.get(`${this.#prefix}probe`);
    this.#connection = new RedisConnection({ server, onChange, probe });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  close(): void {
    this.#connection.close();
  }

  async get(key: string): Promise<SharedAnswer | undefined> {
    if (!this.#connection.isUp) return undefined;
    try {
      const entry = this.#keyOf(key);
      const value = await this.#connection.redis.getBuffer(entry);
      return value === null ? undefined : unpackAnswer(value, this.#packing(entry), this.options.keptMs);
    } catch (error) {
      this.#connection.recordFailure(error);
      return undefined;
    }
  }

  async set(key: string, reply: CachedReply): Promise<void> {
    const { maxBytes, keptMs } = this.options;
    const entry = this.#keyOf(key);
    const value = packAnswer(reply, this.#packing(entry));
    const size = (value?.length ?? 0) + ENTRY_BYTES;
    if (value === undefined || !this.#connection.isUp || size > maxBytes * MAX_SHARE) return;
    try {
      const keys = [entry, `${this.#prefix}index`, `${this.#prefix}bytes`];
      await this.#connection.redis.eval(ADD, keys.length, ...keys, value, size, keptMs, maxBytes);
    } catch (error) {
      this.#connection.recordFailure(error);
    }
  }

  #packing(entry: string): PackingFacts {
    return { secret: this.options.secret, key: entry, nowMs: this.clock.now() };
  }

  #keyOf(key: string): string {
    return this.#prefix + createHash('sha256').update(key).digest('hex');
  }
}
