import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import type { SharedAnswers } from '@app/upstream';
import { RedisAnswers } from '@app/upstream/redis';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RedisReports } from './redis-reports';

const MS_PER_SECOND = 1_000;

/** The immutable answers of nodes that all replicas have in common when Redis is configured for them. */
@Injectable()
export class AnswerStorage implements OnModuleInit, OnApplicationShutdown {
  /** Undefined without Redis, and without the secret that authenticates them. */
  readonly answers: SharedAnswers | undefined;
  readonly #shared: RedisAnswers | undefined;

  constructor(
    @Inject(SETTINGS) { redis, mirror }: Settings,
    @Inject(CLOCK) clock: Clock,
    reports: RedisReports,
  ) {
    if (redis?.sharedSecret === undefined || mirror.sharedCacheBytes === 0) return;
    this.#shared = new RedisAnswers(clock, {
      server: redis,
      keyPrefix: redis.keyPrefix,
      secret: redis.sharedSecret,
      maxBytes: mirror.sharedCacheBytes,
      keptMs: mirror.sharedCacheSeconds * MS_PER_SECOND,
      ...reports.listeners('answers', {
        found: 'answers: immutable ones are shared through Redis',
        lost: 'answers: Redis is lost, this replica keeps its own only',
      }),
    });
    this.answers = this.#shared;
  }

  /** Does not wait for Redis: an answer needs none. */
  onModuleInit(): void {
    void this.#shared?.start();
  }

  onApplicationShutdown(): void {
    this.#shared?.close();
  }
}
