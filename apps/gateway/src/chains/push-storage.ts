import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import { MemoryHolders, type PushHolders, type SharedPushes, type WatchStore } from '@app/upstream';
import { RedisPushes, RedisWatches, SharedHolders } from '@app/upstream/redis';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RedisReports } from './redis-reports';

/**
 * Remembers pushes whose outcome is unknown, and watches pushes that nodes accepted: in memory, and shared by all replicas
 * when Redis is configured.
 */
@Injectable()
export class PushStorage implements OnModuleInit, OnApplicationShutdown {
  readonly holders: PushHolders;
  /** Undefined without Redis. */
  readonly watches: WatchStore | undefined;
  /** Undefined without Redis. */
  readonly pushes: SharedPushes | undefined;
  readonly #shared: SharedHolders | undefined;
  readonly #watches: RedisWatches | undefined;
  readonly #pushes: RedisPushes | undefined;

  constructor(@Inject(SETTINGS) { redis }: Settings, @Inject(CLOCK) clock: Clock, reports: RedisReports) {
    if (redis !== undefined) {
      const { keyPrefix, sharedSecret: secret = '' } = redis;
      const shared = { server: redis, keyPrefix, secret };
      this.#shared = new SharedHolders(clock, {
        ...shared,
        ...reports.listeners('push', {
          found: 'pushes: unknown outcomes are shared through Redis',
          lost: 'pushes: Redis is lost, this replica remembers its own pushes only',
        }),
      });
      this.#watches = new RedisWatches(clock, {
        ...shared,
        ...reports.listeners('watches', {
          found: 'pushes: their watch is shared through Redis',
          lost: 'pushes: Redis is lost, this replica watches its own pushes only',
        }),
      });
      this.#pushes = new RedisPushes(clock, {
        ...shared,
        ...reports.listeners('pushes', {
          found: 'pushes: told to other replicas through Redis',
          lost: 'pushes: Redis is lost, other replicas keep what they have read for its usual time',
        }),
      });
    }
    this.pushes = this.#pushes;
    this.holders = this.#shared ?? new MemoryHolders(clock);
    this.watches = this.#watches;
  }

  /** Does not wait for Redis: a push needs none. */
  onModuleInit(): void {
    void this.#shared?.start();
    void this.#watches?.start();
    void this.#pushes?.start();
  }

  onApplicationShutdown(): void {
    this.#shared?.close();
    this.#watches?.close();
    this.#pushes?.close();
  }
}
