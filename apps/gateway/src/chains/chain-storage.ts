import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import type { SharedValuesOptions } from '@app/redis';
import {
  MemoryHolders,
  type PushHolders,
  type SharedAnswers,
  type SharedHeads,
  type SharedPushes,
  type WatchStore,
} from '@app/upstream';
import { RedisAnswers, RedisHeads, RedisPushes, RedisWatches, SharedHolders } from '@app/upstream/redis';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type RedisLines, RedisReports, type RedisUse } from './redis-reports';

const MS_PER_SECOND = 1_000;

interface SharedStore {
  start(): Promise<void>;
  close(): void;
}

/** Stores of the clients of the chains, shared with other replicas when Redis is configured. */
@Injectable()
export class ChainStorage implements OnModuleInit, OnApplicationShutdown {
  /** Pushes whose outcome is unknown. */
  readonly pushHolders: PushHolders;
  /** Undefined without Redis, as the others are. */
  readonly watches: WatchStore | undefined;
  readonly sharedPushes: SharedPushes | undefined;
  readonly sharedHeads: SharedHeads | undefined;
  /** Immutable answers of nodes. Undefined without the secret that authenticates them, too. */
  readonly answers: SharedAnswers | undefined;
  readonly #shared: SharedStore[] = [];

  constructor(
    @Inject(SETTINGS) { redis, mirror }: Settings,
    @Inject(CLOCK) clock: Clock,
    reports: RedisReports,
  ) {
    if (redis === undefined) {
      this.pushHolders = new MemoryHolders(clock);
      return;
    }
    const { keyPrefix, sharedSecret } = redis;
    const optionsOf = (use: RedisUse, lines: RedisLines): SharedValuesOptions => ({
      ...{ server: redis, keyPrefix, secret: sharedSecret ?? '' },
      ...reports.listeners(use, lines),
    });
    const holders = optionsOf('push', {
      found: 'pushes: unknown outcomes are shared through Redis',
      lost: 'pushes: Redis is lost, this replica remembers its own pushes only',
    });
    const watches = optionsOf('watches', {
      found: 'pushes: their watch is shared through Redis',
      lost: 'pushes: Redis is lost, this replica watches its own pushes only',
    });
    const pushes = optionsOf('pushes', {
      found: 'pushes: told to other replicas through Redis',
      lost: 'pushes: Redis is lost, other replicas keep what they have read for its usual time',
    });
    const heads = optionsOf('heads', {
      found: 'heads: shared with other replicas through Redis',
      lost: 'heads: Redis is lost, this replica knows the heads of its own nodes only',
    });
    this.pushHolders = this.#opened(new SharedHolders(clock, holders));
    this.watches = this.#opened(new RedisWatches(clock, watches));
    this.sharedPushes = this.#opened(new RedisPushes(clock, pushes));
    this.sharedHeads = this.#opened(new RedisHeads(clock, heads));
    if (sharedSecret === undefined || mirror.sharedCacheBytes === 0) return;
    const answers = optionsOf('answers', {
      found: 'answers: immutable ones are shared through Redis',
      lost: 'answers: Redis is lost, this replica keeps its own only',
    });
    const [maxBytes, keptMs] = [mirror.sharedCacheBytes, mirror.sharedCacheSeconds * MS_PER_SECOND];
    this.answers = this.#opened(new RedisAnswers(clock, { ...answers, maxBytes, keptMs }));
  }

  /** Does not wait for Redis: neither reads nor pushes need it. */
  onModuleInit(): void {
    for (const each of this.#shared) void each.start();
  }

  onApplicationShutdown(): void {
    for (const each of this.#shared) each.close();
  }

  #opened<T extends SharedStore>(store: T): T {
    this.#shared.push(store);
    return store;
  }
}
