import { createHash } from 'node:crypto';
import type { Clock } from '@app/operations/core';
import { type RedisClient, RedisValues, type SharedValuesOptions } from '@app/redis';
import { ADD_ANSWER, READ_ANSWER, REFUSED } from './answer-scripts';
import { packAnswer, type PackingFacts, unpackAnswer } from './packed-answer';
import type { CachedReply } from './response-cache';
import type { SharedAnswer, SharedAnswers } from './shared-answers';

/** Memory limit and lifetime (in milliseconds) of shared answers. */
export interface RedisAnswersOptions extends SharedValuesOptions {
  /** Of all answers together. */
  readonly maxBytes: number;
  readonly keptMs: number;
}

/** One answer takes at most this part of the bytes: a single one does not push out all others. */
const MAX_SHARE = 1 / 8;
/** Memory of an entry besides its value: key, place in the index. */
const ENTRY_BYTES = 512;

/** Immutable answers in Redis, one key for each, bounded in bytes and time. */
export class RedisAnswers extends RedisValues implements SharedAnswers {
  constructor(
    private readonly clock: Clock,
    private readonly options: RedisAnswersOptions,
  ) {
    super(options, '{answers}');
  }

  protected probe(redis: RedisClient): Promise<unknown> {
    return redis.eval(READ_ANSWER, 1, `${this.prefix}probe`, this.#maxAnswerBytes);
  }

  get(key: string): Promise<SharedAnswer | undefined> {
    return this.tried(async (redis) => {
      const entry = this.#keyOf(key);
      const value = await redis.callBuffer('eval', READ_ANSWER, 1, entry, this.#maxAnswerBytes);
      if (!(value instanceof Buffer) && value !== REFUSED) return undefined;
      const answer =
        value instanceof Buffer ? unpackAnswer(value, this.#packing(entry), this.options.keptMs) : undefined;
      if (answer === undefined) await this.#removeForged(redis, entry);
      return answer;
    });
  }

  async set(key: string, reply: CachedReply): Promise<void> {
    const { maxBytes, keptMs } = this.options;
    const entry = this.#keyOf(key);
    const value = packAnswer(reply, this.#packing(entry));
    const size = (value?.length ?? 0) + ENTRY_BYTES;
    if (value === undefined || size > this.#maxAnswerBytes) return;
    const keys = [entry, `${this.prefix}index`, `${this.prefix}bytes`];
    const given = [value, size, keptMs, maxBytes, this.prefix];
    await this.tried((redis) => redis.eval(ADD_ANSWER, keys.length, ...keys, ...given));
  }

  get #maxAnswerBytes(): number {
    return Math.floor(this.options.maxBytes * MAX_SHARE);
  }

  /** An answer that is there is not replaced: a forged one would stay. */
  async #removeForged(redis: RedisClient, entry: string): Promise<void> {
    this.reportForged();
    await redis.del(entry);
  }

  #packing(entry: string): PackingFacts {
    return { secret: this.options.secret, key: entry, nowMs: this.clock.now() };
  }

  #keyOf(key: string): string {
    return this.prefix + createHash('sha256').update(key).digest('hex');
  }
}
