import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@app/operations/core';
import {
  MAX_CLOCK_SKEW_MS,
  type RedisClient,
  RedisConnection,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import type { AnnouncedPush, SharedPushes } from './shared-pushes';
import { earlierOf, START, streamEntries } from './stream-entries';

/** Longer than any message of a replica. */
const MAX_CHARACTERS = 256;
const TEXT = /^(?<origin>[\w-]{11})@(?<at>\d{13})@(?<abi>[01])@(?<network>\w+)$/;
/** Field of an entry that holds the message. */
const FIELD = 'm';
/** Entries that the stream keeps, at least: those of the seconds in which a replica connects anew. */
const KEPT = 128;
/** Adds an entry to a stream that lives on. */
const APPEND = `redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', ARGV[2], ARGV[3])
return redis.call('PEXPIRE', KEYS[1], ARGV[4])`;
/** Entries of one answer: forged ones may be large. */
const READ_AT_ONCE = 16;
/** A silent Redis is found after this time. */
const WAIT_MS = 1_000;
/** Pause after an answer without a push: forged entries take no more of the CPU. */
const PAUSE_MS = 10;
/** Longer than a replica takes to read a message. */
const LIFE_MS = 60_000;

/**
 * Pushes over a stream of Redis, authenticated: `<replica>@<milliseconds since 1970>@<0 or 1>@<network>:<code>`. A
 * message that is lost leaves kept answers to their usual time; one that is sent again only drops them again. A stream
 * and not a channel: ioredis throws outside of all calls where a message of a channel is malformed.
 */
export class RedisPushes implements SharedPushes {
  readonly #writer: RedisConnection;
  /** A connection that waits takes no other commands. */
  readonly #reader: RedisConnection;
  readonly #stream: string;
  readonly #origin = randomBytes(8).toString('base64url');
  readonly #listeners: ((push: AnnouncedPush) => void)[] = [];
  readonly #isUp = { writer: false, reader: false };
  /** As it was last reported. */
  #reported: boolean | undefined;
  /** Id of the last entry that was read. */
  #last = START;
  #isReading = false;

  constructor(
    private readonly clock: Clock,
    private readonly options: SharedValuesOptions,
  ) {
    const { keyPrefix, server } = options;
    this.#stream = `${keyPrefix}pushes`;
    this.#writer = new RedisConnection({
      server,
      onChange: (isUp, reason) => {
        this.#report('writer', isUp, reason);
      },
      probe: (redis, keys) => Promise.all(keys.map((key) => redis.exists(keyPrefix + key))),
    });
    this.#reader = new RedisConnection({
      server: { ...server, commandTimeoutMs: server.commandTimeoutMs + WAIT_MS },
      onChange: (isUp, reason) => {
        this.#report('reader', isUp, reason);
        if (isUp) void this.#read();
      },
      probe: (redis) => this.#seekEnd(redis),
    });
  }

  /** Connects; retries in the background. Never rejects. */
  async start(): Promise<void> {
    await Promise.all([this.#writer.start(), this.#reader.start()]);
  }

  close(): void {
    this.#writer.close();
    this.#reader.close();
  }

  onPush(listener: (push: AnnouncedPush) => void): void {
    this.#listeners.push(listener);
  }

  async announce({ network, setsAbi }: AnnouncedPush): Promise<void> {
    if (!this.#writer.isUp) return;
    const text = `${this.#origin}@${this.clock.now()}@${setsAbi ? 1 : 0}@${network}`;
    const message = withCode(text, this.#binding);
    const { redis } = this.#writer;
    try {
      await redis.eval(APPEND, 1, this.#stream, KEPT, FIELD, message, LIFE_MS);
    } catch (error) {
      this.#writer.recordFailure(error);
      // A value of another type, or an entry with the largest id, takes no message: the next one begins a new stream.
      await redis.del(this.#stream).catch((later: unknown) => {
        this.#writer.recordFailure(later);
      });
    }
  }

  /** Entries before a connection are older than the answers that this replica keeps, or are lost to it. */
  async #seekEnd(redis: RedisClient): Promise<void> {
    this.#last = await this.#end(redis);
  }

  /** Id of the newest entry. */
  async #end(redis: RedisClient): Promise<string> {
    const [newest] = streamEntries(await redis.xrevrange(this.#stream, '+', '-', 'COUNT', 1), FIELD);
    return newest?.id ?? START;
  }

  /** Reads until the connection fails or is closed. Never rejects. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const { redis } = this.#reader;
    while (this.#reader.isUp) {
      try {
        const startedMs = performance.now();
        const asked = ['COUNT', READ_AT_ONCE, 'BLOCK', WAIT_MS, 'STREAMS', this.#stream, this.#last] as const;
        const answer: unknown = await redis.xread(...asked);
        if (answer === null && performance.now() - startedMs < WAIT_MS / 2)
          throw new Error('Redis answers XREAD without a wait');
        const entries = answer === null ? [] : streamEntries(entriesOf(answer), FIELD);
        // The id of an entry is not authenticated: after one that was too large, the stream may have begun anew.
        this.#last = entries.at(-1)?.id ?? earlierOf(this.#last, await this.#end(redis));
        const isPush = entries.map(({ text }) => this.#take(text)).includes(true);
        if (!isPush) await pause(PAUSE_MS);
      } catch (error) {
        this.#reader.recordFailure(error);
      }
    }
    this.#isReading = false;
  }

  /** @returns whether it is a message of a replica */
  #take(message: string): boolean {
    const text = message.length > MAX_CHARACTERS ? undefined : textOf(message, this.#binding);
    const { origin, at, abi, network } = TEXT.exec(text ?? '')?.groups ?? {};
    if (network === undefined || Math.abs(this.clock.now() - Number(at)) > MAX_CLOCK_SKEW_MS) {
      this.options.onForged?.();
      return false;
    }
    if (origin === this.#origin) return true;
    for (const listener of this.#listeners) listener({ network, setsAbi: abi === '1' });
    return true;
  }

  /** Up: pushes of this replica and of others go through. Both connections are lost at once, which is one loss. */
  #report(connection: 'writer' | 'reader', isUp: boolean, reason: string): void {
    this.#isUp[connection] = isUp;
    const { writer, reader } = this.#isUp;
    const isBoth = writer && reader;
    if (isUp !== isBoth || isBoth === this.#reported) return;
    this.#reported = isBoth;
    this.options.onChange(isBoth, reason);
  }

  get #binding(): ValueBinding {
    return { secret: this.options.secret, purpose: 'pushed', key: this.#stream };
  }
}

/** The entries in the answer of XREAD for one stream. */
function entriesOf(answer: unknown): unknown {
  const [stream] = Array.isArray(answer) ? (answer as readonly unknown[]) : [];
  return Array.isArray(stream) ? stream[1] : undefined;
}
