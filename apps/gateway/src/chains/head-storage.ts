import { LOGGER, Metrics, SETTINGS, type Logger, type Settings } from '@app/operations';
import { RedisHeads, type SharedHeads } from '@app/upstream';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** The heads that all replicas have in common when Redis is configured. */
@Injectable()
export class HeadStorage implements OnModuleInit, OnApplicationShutdown {
  /** Undefined without Redis. */
  readonly heads: SharedHeads | undefined;
  readonly #shared: RedisHeads | undefined;

  constructor(@Inject(SETTINGS) { redis }: Settings, metrics: Metrics, @Inject(LOGGER) logger: Logger) {
    if (redis === undefined) return;
    metrics.redisUp.set({ use: 'heads' }, 0);
    this.#shared = new RedisHeads({
      server: redis,
      keyPrefix: redis.keyPrefix,
      onChange: (isUp, reason) => {
        metrics.redisUp.set({ use: 'heads' }, isUp ? 1 : 0);
        if (isUp) logger.info('heads: shared with other replicas through Redis');
        else
          logger.warn({ reason }, 'heads: Redis is lost, this replica knows the heads of its own nodes only');
      },
    });
    this.heads = this.#shared;
  }

  /** Does not wait for Redis: a read needs none. */
  onModuleInit(): void {
    void this.#shared?.start();
  }

  onApplicationShutdown(): void {
    this.#shared?.close();
  }
}
