import { Redis, ReplyError as AnyReplyError } from 'ioredis';

// ioredis types it as any.
const ReplyError = AnyReplyError as new () => Error;

const PROBE_EVERY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const DISCONNECT_TIMEOUT_MS = 200;

export interface RedisConnectionOptions {
  readonly url: string;
  readonly commandTimeoutMs: number;
  /**
   * Runs a command like those of the owner, and rejects when it fails: where it succeeds, theirs do too. Called after
   * each connect, and every second while Redis is down.
   */
  readonly probe: (redis: Redis) => Promise<unknown>;
  /** Called when Redis is found or lost, and when the reason of a loss changes. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/**
 * One connection to Redis. A command is sent at once or fails: none is queued while there is no connection, and
 * none is sent again.
 *
 * A failure of any kind (connection lost, an answer that is late, a command refused) marks Redis as down;
 * `isUp` stays false until a probe in the background has succeeded. The owner does not wait for Redis meanwhile.
 */
export class RedisConnection {
  /** For commands, while `isUp`. */
  readonly redis: Redis;
  #isUp = false;
  #isClosed = false;
  #reported: string | undefined;
  #closeReason = 'not connected yet';
  #probing = Promise.resolve();
  #nextProbe: NodeJS.Timeout | undefined;

  constructor(private readonly options: RedisConnectionOptions) {
    this.redis = new Redis(options.url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      commandTimeout: options.commandTimeoutMs,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => Math.min(100 * attempt, PROBE_EVERY_MS),
      reconnectOnError: (error) => error.message.startsWith('READONLY'), // a failover: ask again who leads
    });
    this.redis.on('error', (error: Error) => (this.#closeReason = error.message));
    this.redis.on('close', () => {
      this.#report(false, this.#closeReason);
    });
    this.redis.on('ready', () => {
      this.#closeReason = 'the connection was closed';
      this.#probing = this.#probe();
    });
  }

  /** Connects and waits for the first success or failure. Never rejects: connecting is retried in the background. */
  async start(): Promise<void> {
    const connected = await this.redis.connect().then(
      () => true,
      () => false,
    );
    if (connected) await this.#probing;
  }

  /** Whether a command is worth a try. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** A command of the owner failed: Redis is down until a probe succeeds. */
  recordFailure(error: unknown): void {
    this.#report(false, messageOf(error));
    this.#probeLater();
  }

  /** Ends the connection and the retries. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#nextProbe);
    this.redis.removeAllListeners('close').removeAllListeners('ready');
    this.redis.disconnect();
  }

  async #probe(): Promise<void> {
    try {
      await this.options.probe(this.redis);
      this.#report(true, '');
    } catch (error) {
      this.#report(false, messageOf(error));
      // No answer at all: the other end may be gone without a word, and only a new connection tells.
      if (error instanceof ReplyError) this.#probeLater();
      else if (this.redis.status === 'ready') this.redis.disconnect(true);
    }
  }

  #probeLater(): void {
    clearTimeout(this.#nextProbe);
    if (this.#isClosed) return;
    this.#nextProbe = setTimeout(() => {
      if (this.redis.status === 'ready') this.#probing = this.#probe();
    }, PROBE_EVERY_MS);
  }

  #report(isUp: boolean, reason: string): void {
    this.#isUp = isUp;
    if (this.#reported === reason) return;
    this.#reported = reason;
    this.options.onChange(isUp, reason);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
