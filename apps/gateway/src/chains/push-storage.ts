import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import { MemoryHolders, SharedHolders, type PushHolders } from '@app/upstream';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RedisReports } from './redis-reports';

/** Remembers pushes whose outcome is unknown: in memory, and shared by all replicas when Redis is configured. */
@Injectable()
export class PushStorage implements OnModuleInit, OnApplicationShutdown {
  readonly holders: PushHolders;
  readonly #shared: SharedHolders | undefined;

  constructor(@Inject(SETTINGS) { redis }: Settings, @Inject(CLOCK) clock: Clock, reports: RedisReports) {
    if (redis !== undefined)
      this.#shared = new SharedHolders(clock, {
        server: redis,
        keyPrefix: redis.keyPrefix,
        secret: redis.sharedSecret ?? '',
        ...reports.listeners('push', {
          found: 'pushes: unknown outcomes are shared through Redis',
          lost: 'pushes: Redis is lost, this replica remembers its own pushes only',
        }),
      });
    this.holders = this.#shared ?? new MemoryHolders(clock);
  }

  /** Does not wait for Redis: a push needs none. */
  onModuleInit(): void {
    void this.#shared?.start();
  }

  onApplicationShutdown(): void {
    this.#shared?.close();
  }
}
