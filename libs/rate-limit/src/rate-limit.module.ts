import {
  clientAddressReader,
  CLOCK,
  type Clock,
  LOGGER,
  type Logger,
  Metrics,
  ReadinessRegistry,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { bucketOf, WINDOW_MS } from './bucket';
import { BucketStorage } from './bucket-storage';
import { BucketGuard, CLIENT_ADDRESS } from './bucket.guard';
import { MessageIntake } from './message-intake';
import { RedisCounter } from './redis-counter';

/** Holds the connection to Redis, when one is configured, for as long as the application lives. */
@Injectable()
class SharedCounts implements OnModuleInit, OnApplicationShutdown {
  readonly redis: RedisCounter | undefined;

  constructor(
    @Inject(SETTINGS) { redis }: Settings,
    metrics: Metrics,
    readiness: ReadinessRegistry,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (redis === undefined) return;
    const report = (isUp: boolean, detail: string) => {
      readiness.report('redis', isUp, detail, 'advisory');
      metrics.redisUp.set({ use: 'rate-limit' }, isUp ? 1 : 0);
    };
    report(false, 'not connected yet');
    this.redis = new RedisCounter({
      server: redis,
      keyPrefix: redis.keyPrefix,
      onChange: (isUp, reason) => {
        report(isUp, isUp ? 'counts are shared' : `this replica counts by itself: ${reason}`);
        if (isUp) logger.info('rate limits: counts are shared through Redis');
        else logger.warn({ reason }, 'rate limits: Redis is lost, this replica counts by itself');
      },
    });
  }

  async onModuleInit(): Promise<void> {
    await this.redis?.start();
  }

  onApplicationShutdown(): void {
    this.redis?.close();
  }
}

@Module({ providers: [SharedCounts], exports: [SharedCounts] })
class SharedCountsModule {}

/** Registers BucketGuard for every handler of the application. Needs OperationsModule. */
@Module({
  imports: [
    SharedCountsModule,
    ThrottlerModule.forRootAsync({
      imports: [SharedCountsModule],
      inject: [SETTINGS, CLOCK, Metrics, SharedCounts],
      useFactory: (
        { rateLimits }: Settings,
        clock: Clock,
        metrics: Metrics,
        { redis }: SharedCounts,
      ): ThrottlerModuleOptions => ({
        // One throttler whose limit depends on the bucket: several would be counted one after another.
        throttlers: [
          {
            ttl: WINDOW_MS,
            limit: (context) => rateLimits[bucketOf(context.getHandler(), context.getClass()) ?? 'read'],
          },
        ],
        storage: new BucketStorage(clock, metrics, redis),
      }),
    }),
  ],
  providers: [
    {
      provide: CLIENT_ADDRESS,
      inject: [SETTINGS],
      useFactory: ({ trustedProxies }: Settings) => clientAddressReader(trustedProxies),
    },
    BucketGuard,
    MessageIntake,
    { provide: APP_GUARD, useExisting: BucketGuard },
  ],
  exports: [BucketGuard, CLIENT_ADDRESS, MessageIntake],
})
export class RateLimitModule {}
