import { createHash } from 'node:crypto';
import type { Clock } from '@app/operations/core';
import { RedisConnection, type RedisServer, type SharedSecret } from '@app/redis';
import { ADD_ANSWER, READ_ANSWER, REFUSED } from './answer-scripts';
import { packAnswer, type PackingFacts, unpackAnswer } from './packed-answer';
import type { CachedReply } from './response-cache';
import type { SharedAnswer, SharedAnswers } from './shared-answers';

/** Redis server, memory limit and lifetime (in milliseconds) of shared answers. */
export interface RedisAnswersOptions {
  readonly server: RedisServer;
  readonly keyPrefix: string;
  /** The same for all replicas: a value that was made without it is no answer. */
  readonly secret: SharedSecret;
  /** Of all answers together. */
  readonly maxBytes: number;
  readonly keptMs: number;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
  /** Called for a value that no replica made. */
  readonly onForged?: () => void;
}

/** One answer takes at most this part of the bytes: a single one does not push out all others. */
const MAX_SHARE = 1 / 8;
/** Memory of an entry besides its value: key, place in the index. */
const ENTRY_BYTES = 512;

/** Immutable answers in Redis, one key for each, bounded in bytes and time. */
export class RedisAnswers implements SharedAnswers {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(
    private readonly clock: Clock,
    private readonly options: RedisAnswersOptions,
  ) {
    const { keyPrefix, server, onChange } = options;
    // In braces: all keys of the script are in one slot of a cluster.
    this.#prefix = `${keyPrefix}{answers}:`;
    const probe = (): Promise<unknown> =>
      this.#connection.redis.eval(READ_ANSWER, 1, `${this.#prefix}probe`, this.#maxAnswerBytes);
    this.#connection = new RedisConnection({ server, onChange, probe });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  close(): void {
    this.#connection.close();
  }

  async get(key: string): Promise<SharedAnswer | undefined> {
    if (!this.#connection.isUp) return undefined;
    try {
      const entry = this.#keyOf(key);
      const value = await this.#connection.redis.callBuffer(
        'eval',
        READ_ANSWER,
        1,
        entry,
        this.#maxAnswerBytes,
      );
      if (!(value instanceof Buffer) && value !== REFUSED) return undefined;
      const answer =
        value instanceof Buffer ? unpackAnswer(value, this.#packing(entry), this.options.keptMs) : undefined;
      if (answer === undefined) await this.#removeForged(entry);
      return answer;
    } catch (error) {
      this.#connection.recordFailure(error);
      return undefined;
    }
  }

  async set(key: string, reply: CachedReply): Promise<void> {
    const { maxBytes, keptMs } = this.options;
    const entry = this.#keyOf(key);
    const value = packAnswer(reply, this.#packing(entry));
    const size = (value?.length ?? 0) + ENTRY_BYTES;
    if (value === undefined || !this.#connection.isUp || size > this.#maxAnswerBytes) return;
    try {
      const keys = [entry, `${this.#prefix}index`, `${this.#prefix}bytes`];
      const given = [value, size, keptMs, maxBytes, this.#prefix];
      await this.#connection.redis.eval(ADD_ANSWER, keys.length, ...keys, ...given);
    } catch (error) {
      this.#connection.recordFailure(error);
    }
  }

  get #maxAnswerBytes(): number {
    return Math.floor(this.options.maxBytes * MAX_SHARE);
  }

  /** An answer that is there is not replaced: a forged one would stay. */
  async #removeForged(entry: string): Promise<void> {
    this.options.onForged?.();
    await this.#connection.redis.del(entry);
  }

  #packing(entry: string): PackingFacts {
    return { secret: this.options.secret, key: entry, nowMs: this.clock.now() };
  }

  #keyOf(key: string): string {
    return this.#prefix + createHash('sha256').update(key).digest('hex');
  }
}
