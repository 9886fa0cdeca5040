import { CLOCK, type Clock, SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { RedisReports } from '../../chains/redis-reports';
import { RedisWebhooks } from './redis-webhooks';
import { MemoryWebhooks, type WebhookStore } from './webhook-store';

/** Where the positions of webhooks are kept: in Redis where there is one, else in the memory of this process. */
@Injectable()
export class WebhookStorage {
  readonly store: WebhookStore;
  readonly #shared: RedisWebhooks | undefined;

  constructor(
    @Inject(SETTINGS) { redis, webhooksFile }: Settings,
    @Inject(CLOCK) clock: Clock,
    reports: RedisReports,
  ) {
    if (redis !== undefined && webhooksFile !== undefined)
      this.#shared = new RedisWebhooks(clock, {
        ...{ server: redis, keyPrefix: redis.keyPrefix, secret: redis.sharedSecret ?? '' },
        ...reports.listeners('webhooks', {
          found: 'webhooks: one replica delivers each, by Redis',
          lost: 'webhooks: Redis is lost, nothing is delivered until it is back',
        }),
      });
    this.store = this.#shared ?? new MemoryWebhooks();
  }

  /** Does not wait for Redis. */
  start(): void {
    void this.#shared?.start();
  }

  close(): void {
    this.#shared?.close();
  }
}
