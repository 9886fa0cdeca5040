import { Redis, ReplyError as AnyReplyError, type Result } from 'ioredis';
import { WINDOW_MS } from './bucket';
import type { Count } from './hit-counter';

/**
 * Counts one request per key and answers [hits, milliseconds left] for each, in order. A window ends by
 * the expiry of its key alone, which all replicas share; their own clocks have no part in it. A key
 * without expiry (it was restored, or the expiry was lost) gets one, and so does a key with more than a
 * window left: Redis keeps expiries as moments, so that they move away when its machine's clock is set back.
 */
const COUNT_HITS = `
local counts = {}
local window = tonumber(ARGV[1])
for index, key in ipairs(KEYS) do
  local hits = redis.call('INCR', key)
  local left = hits > 1 and redis.call('PTTL', key) or -1
  if left < 0 or left > window then
    redis.call('PEXPIRE', key, window)
    left = window
  end
  counts[#counts + 1] = hits
  counts[#counts + 1] = left
end
return counts`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countHits(keyCount: number, ...keysThenWindowMs: (string | number)[]): Result<number[], Context>;
  }
}

// ioredis types it as any.
const ReplyError = AnyReplyError as new () => Error;

const PROBE_EVERY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const DISCONNECT_TIMEOUT_MS = 200;

interface Waiting {
  readonly key: string;
  readonly resolve: (count: Count) => void;
  readonly reject: (error: unknown) => void;
}

export interface RedisCounterOptions {
  readonly url: string;
  readonly keyPrefix: string;
  readonly commandTimeoutMs: number;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/**
 * Fixed windows in Redis, shared by all replicas. At most one script call is under way; what arrives
 * meanwhile is counted by the next one, together. A busy process makes far fewer round trips than it
 * has requests, and no request waits for more than two of them.
 *
 * A failure of any kind (connection lost, an answer that is late, a script refused) marks Redis as
 * down; `isUp` stays false, and nobody waits for Redis, until a probe in the background has counted
 * successfully again.
 */
export class RedisCounter {
  readonly #redis: Redis;
  readonly #options: RedisCounterOptions;
  #waiting: Waiting[] = [];
  #isFlushing = false;
  #isUp = false;
  #isClosed = false;
  #reported: string | undefined;
  #closeReason = 'not connected yet';
  #probing = Promise.resolve();
  #nextProbe: NodeJS.Timeout | undefined;

  constructor(options: RedisCounterOptions) {
    this.#options = options;
    this.#redis = new Redis(options.url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      commandTimeout: options.commandTimeoutMs,
      // A count that cannot be made at once is made locally; made later as well, it would count twice.
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => Math.min(100 * attempt, PROBE_EVERY_MS),
      reconnectOnError: (error) => error.message.startsWith('READONLY'), // a failover: ask again who leads
    });
    this.#redis.defineCommand('countHits', { lua: COUNT_HITS });
    this.#redis.on('error', (error: Error) => (this.#closeReason = error.message));
    this.#redis.on('close', () => {
      this.#report(false, this.#closeReason);
    });
    this.#redis.on('ready', () => {
      this.#closeReason = 'the connection was closed';
      this.#probing = this.#probe();
    });
  }

  /** Connects and waits for the first success or failure; a failure is no error: the search goes on. */
  async start(): Promise<void> {
    const connected = await this.#redis.connect().then(
      () => true,
      () => false,
    );
    if (connected) await this.#probing;
  }

  /** Whether `hit` is worth a try. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Counts one request of `key`. Rejects when Redis fails; the caller counts in another way then. */
  hit(key: string): Promise<Count> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#isFlushing) return;
      this.#isFlushing = true;
      setImmediate(() => void this.#flush());
    });
  }

  /** Ends the connection and the search for one. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#nextProbe);
    this.#redis.removeAllListeners('close').removeAllListeners('ready');
    this.#redis.disconnect();
  }

  /** Counts all that wait, then all that came to wait meanwhile, until nobody does. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const counts = await this.#count(batch.map(({ key }) => key));
        batch.forEach(({ resolve }, index) => {
          resolve({ hits: counts[2 * index] ?? 0, msLeft: counts[2 * index + 1] ?? 0 });
        });
      } catch (error) {
        this.#report(false, messageOf(error));
        this.#probeLater();
        // Requests that started to wait in the meantime would wait for the same failure.
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
      }
    }
    this.#isFlushing = false;
  }

  #count(keys: string[]): Promise<number[]> {
    const prefixed = keys.map((key) => this.#options.keyPrefix + key);
    return this.#redis.countHits(prefixed.length, ...prefixed, WINDOW_MS);
  }

  /** Counts a request nobody made: where this works, a real one does. */
  async #probe(): Promise<void> {
    try {
      await this.#count(['probe']);
      this.#report(true, '');
    } catch (error) {
      this.#report(false, messageOf(error));
      // No answer at all: the other end may be gone without a word, and only a new connection tells.
      if (error instanceof ReplyError) this.#probeLater();
      else if (this.#redis.status === 'ready') this.#redis.disconnect(true);
    }
  }

  #probeLater(): void {
    clearTimeout(this.#nextProbe);
    if (this.#isClosed) return;
    this.#nextProbe = setTimeout(() => {
      if (this.#redis.status === 'ready') this.#probing = this.#probe();
    }, PROBE_EVERY_MS);
  }

  #report(isUp: boolean, reason: string): void {
    this.#isUp = isUp;
    if (this.#reported === reason) return;
    this.#reported = reason;
    this.#options.onChange(isUp, reason);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
