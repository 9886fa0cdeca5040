import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RedisReports } from '../../chains/redis-reports';
import { MemoryRequests } from './memory-requests';
import type { RequestStore } from './request-store';
import { SharedRequests } from './shared-requests';

/** Records of request ids: in memory, or shared by all replicas when Redis is configured. */
@Injectable()
export class RequestStorage implements OnModuleInit, OnApplicationShutdown {
  readonly store: RequestStore;
  readonly #shared: SharedRequests | undefined;

  constructor(@Inject(SETTINGS) { redis }: Settings, @Inject(CLOCK) clock: Clock, reports: RedisReports) {
    if (redis !== undefined)
      this.#shared = new SharedRequests(clock, {
        server: redis,
        keyPrefix: redis.keyPrefix,
        secret: redis.sharedSecret ?? '',
        ...reports.listeners('requests', {
          found: 'request ids: shared with other replicas through Redis',
          lost: 'request ids: Redis is lost, new ones are refused',
        }),
      });
    this.store = this.#shared ?? new MemoryRequests(clock);
  }

  /** Does not wait for Redis. */
  onModuleInit(): void {
    void this.#shared?.start();
  }

  onApplicationShutdown(): void {
    this.#shared?.close();
  }
}
