import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import type { SharedHeads } from '@app/upstream';
import { RedisHeads } from '@app/upstream/redis';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RedisReports } from './redis-reports';

/** The heads that all replicas have in common when Redis is configured. */
@Injectable()
export class HeadStorage implements OnModuleInit, OnApplicationShutdown {
  /** Undefined without Redis. */
  readonly heads: SharedHeads | undefined;
  readonly #shared: RedisHeads | undefined;

  constructor(@Inject(SETTINGS) { redis }: Settings, @Inject(CLOCK) clock: Clock, reports: RedisReports) {
    if (redis === undefined) return;
    this.#shared = new RedisHeads(clock, {
      server: redis,
      keyPrefix: redis.keyPrefix,
      secret: redis.sharedSecret ?? '',
      ...reports.listeners('heads', {
        found: 'heads: shared with other replicas through Redis',
        lost: 'heads: Redis is lost, this replica knows the heads of its own nodes only',
      }),
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
