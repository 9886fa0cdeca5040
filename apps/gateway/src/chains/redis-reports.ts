import { LimitedLog, LOGGER, Metrics, type Logger } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';

/** A use of Redis, as in metrics. */
export type RedisUse =
  'answers' | 'cordons' | 'heads' | 'push' | 'pushes' | 'requests' | 'watches' | 'webhooks';

/** Log lines of a use. */
export interface RedisLines {
  readonly found: string;
  readonly lost: string;
}

/** Reports of the connections to Redis, in metrics and log. */
@Injectable()
export class RedisReports {
  constructor(
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly log: LimitedLog,
  ) {}

  /** Listeners of a connection that is not there yet. */
  listeners(use: RedisUse, { found, lost }: RedisLines) {
    this.metrics.redisUp.set({ use }, 0);
    this.metrics.redisForged.inc({ use }, 0);
    return {
      onChange: (isUp: boolean, reason: string): void => {
        this.metrics.redisUp.set({ use }, isUp ? 1 : 0);
        if (isUp) this.logger.info(found);
        else this.logger.warn({ reason }, lost);
      },
      onForged: (): void => {
        this.metrics.redisForged.inc({ use });
        const text = 'Redis: a value that no replica with this REDIS_SHARED_SECRET made is ignored';
        this.log.warn('redis-forged', { use }, text);
      },
    };
  }
}
