import type { Clock, Metrics } from '@app/operations';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Count } from './hit-counter';
import { MemoryCounter } from './memory-counter';
import type { RedisCounter } from './redis-counter';

/** Counter that answered: `blocked` means none, because the client was known to be over its limit. */
export type CountedBy = 'redis' | 'memory' | 'blocked';

/** The record of @nestjs/throttler, and who counted. Times are whole seconds, rounded up. */
export interface BucketRecord {
  readonly totalHits: number;
  readonly timeToExpire: number;
  readonly isBlocked: boolean;
  readonly timeToBlockExpire: number;
  readonly countedBy: CountedBy;
}

/** More than this many blocked clients are not remembered: they cost a round trip each, no more. */
const MAX_BLOCKED = 100_000;

/**
 * Counts in Redis when there is one, in memory while there is none, and remembers who is over the
 * limit so that refusing costs nothing. Source: docs/reference/rules.md, rate limits.
 */
export class BucketStorage implements ThrottlerStorage {
  readonly #memory: MemoryCounter;
  /** When the window of a client that is over its limit ends. */
  readonly #blockedUntil = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly metrics: Pick<Metrics, 'redisFailures'>,
    private readonly redis: Pick<RedisCounter, 'isUp' | 'hit'> | undefined,
  ) {
    this.#memory = new MemoryCounter(clock);
  }

  /** The interface of @nestjs/throttler; its ttl, block duration and name are fixed here. */
  increment(key: string, _ttl: number, limit: number): Promise<BucketRecord> {
    return this.add(key, 1, limit);
  }

  /** Counts `units` for a key; none for a client that is known to be over its limit. */
  add(key: string, units: number, limit: number): Promise<BucketRecord> {
    const blocked = this.blocked(key, limit);
    if (blocked !== undefined) return Promise.resolve(blocked);
    const inMemory = (): BucketRecord => this.#recorded(key, limit, this.#memory.hit(key, units), 'memory');
    if (this.redis?.isUp !== true) return Promise.resolve(inMemory());
    return this.redis.hit(key, units).then(
      (count) => this.#recorded(key, limit, count, 'redis'),
      () => {
        this.metrics.redisFailures.inc();
        return inMemory();
      },
    );
  }

  /** As `increment`, without a wait: undefined, and nothing is counted, where Redis counts. */
  incrementNow(key: string, limit: number): BucketRecord | undefined {
    if (this.redis?.isUp === true) return undefined;
    return this.blocked(key, limit) ?? this.#recorded(key, limit, this.#memory.hit(key), 'memory');
  }

  /** The record of a client that is known to be over its limit; undefined for any other. Counts nothing. */
  blocked(key: string, limit: number): BucketRecord | undefined {
    const msLeft = this.#msBlocked(key);
    return msLeft > 0 ? recordOf({ hits: limit + 1, msLeft }, limit, 'blocked') : undefined;
  }

  #recorded(key: string, limit: number, count: Count, countedBy: CountedBy): BucketRecord {
    if (count.hits > limit) this.#block(key, count.msLeft);
    return recordOf(count, limit, countedBy);
  }

  #msBlocked(key: string): number {
    const until = this.#blockedUntil.get(key);
    if (until === undefined) return 0;
    const ms = until - this.clock.monotonicMs();
    if (ms <= 0) this.#blockedUntil.delete(key);
    return ms;
  }

  #block(key: string, msLeft: number): void {
    if (this.#blockedUntil.size >= MAX_BLOCKED) this.#forgetEnded();
    if (this.#blockedUntil.size < MAX_BLOCKED) this.#blockedUntil.set(key, this.clock.monotonicMs() + msLeft);
  }

  #forgetEnded(): void {
    const now = this.clock.monotonicMs();
    for (const [key, until] of this.#blockedUntil) if (until <= now) this.#blockedUntil.delete(key);
  }
}

function recordOf({ hits, msLeft }: Count, limit: number, countedBy: CountedBy): BucketRecord {
  const seconds = Math.ceil(msLeft / 1000);
  const isBlocked = hits > limit;
  return {
    totalHits: hits,
    timeToExpire: seconds,
    isBlocked,
    timeToBlockExpire: isBlocked ? seconds : 0,
    countedBy,
  };
}
