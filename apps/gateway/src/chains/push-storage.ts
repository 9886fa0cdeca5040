import { CLOCK, LOGGER, Metrics, SETTINGS, type Clock, type Logger, type Settings } from '@app/operations';
import { MemoryHolders, SharedHolders, type PushHolders } from '@app/upstream';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** Remembers pushes whose outcome is unknown: in memory, and shared by all replicas when Redis is configured. */
@Injectable()
export class PushStorage implements OnModuleInit, OnApplicationShutdown {
  readonly holders: PushHolders;
  readonly #shared: SharedHolders | undefined;

  constructor(
    @Inject(SETTINGS) { redis }: Settings,
    @Inject(CLOCK) clock: Clock,
    metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (redis !== undefined) {
      metrics.redisUp.set({ use: 'push' }, 0);
      this.#shared = new SharedHolders(clock, {
        server: redis,
        keyPrefix: redis.keyPrefix,
        onChange: (isUp, reason) => {
          metrics.redisUp.set({ use: 'push' }, isUp ? 1 : 0);
          if (isUp) logger.info('pushes: unknown outcomes are shared through Redis');
          else logger.warn({ reason }, 'pushes: Redis is lost, this replica remembers its own pushes only');
        },
      });
    }
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
