import { Cluster, ReplyError } from 'ioredis';
import { createRedisClient, type RedisClient } from './redis-client';
import type { RedisServer } from './redis-server';

/** Interval of the probes of a Redis that is lost: replicas use it again within seconds of its return. */
const PROBE_EVERY_MS = 1_000;
/** Message of ioredis for a command whose answer is late. */
const TIMED_OUT = 'Command timed out';
/** Message of ioredis for an answer while no command waits for one. */
const OUT_OF_STEP = 'Command queue state error';
/** Keys of a probe in a cluster: more than its nodes, so that each holds one of them in all likelihood. */
const CLUSTER_PROBE_KEYS = 16;

/** Server, probe and listener of a connection. */
export interface RedisConnectionOptions {
  readonly server: RedisServer;
  /**
   * Runs a command like those of the owner for each of `keys`, and rejects when one fails: where it succeeds, theirs do
   * too. Called after each connect, and every second while Redis is down.
   */
  readonly probe: (redis: RedisClient, keys: readonly string[]) => Promise<unknown>;
  /** Called when Redis is found or lost, and when the reason of a loss changes. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/**
 * One connection to Redis, or to a cluster. A command is sent at once or fails: see `createRedisClient`.
 *
 * A failure of any kind (connection lost, an answer that is late, a command refused) marks Redis as down;
 * `isUp` stays false until a probe in the background has succeeded. The owner does not wait for Redis meanwhile.
 */
export class RedisConnection {
  /** For commands, while `isUp`. */
  readonly redis: RedisClient;
  readonly #probeKeys: readonly string[];
  #isUp = false;
  #isClosed = false;
  #reported: string | undefined;
  #closeReason = 'not connected yet';
  #probing = Promise.resolve();
  #onFirstError: () => void = () => undefined;
  #nextProbe: NodeJS.Timeout | undefined;

  constructor(private readonly options: RedisConnectionOptions) {
    this.redis = createRedisClient(options.server);
    const count = this.isCluster ? CLUSTER_PROBE_KEYS : 1;
    this.#probeKeys = Array.from({ length: count }, (_, index) => `probe:${index}`);
    this.redis.on('error', (error: Error) => {
      this.#closeReason = error.message;
      // An answer to no command: the next ones would be taken for those of other commands.
      if (error.message.startsWith(OUT_OF_STEP)) this.redis.disconnect(true);
      // Sentinels that do not answer close no connection: there is none yet.
      if (!this.#isUp) this.#report(false, error.message);
      this.#onFirstError();
    });
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
    const isReady = await new Promise<boolean>((resolve) => {
      const fail = (): void => {
        resolve(false);
      };
      this.redis.once('ready', () => {
        resolve(true);
      });
      // Behind Sentinels that fail, connecting never ends.
      this.#onFirstError = fail;
      this.redis.connect().catch(fail);
    });
    if (isReady) await this.#probing;
  }

  /** Whether a command may name only keys of one slot. */
  get isCluster(): boolean {
    return this.options.server.topology.kind === 'cluster';
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
      if (this.redis instanceof Cluster) await connectNodes(this.redis);
      await this.options.probe(this.redis, this.#probeKeys);
      this.#report(true, '');
    } catch (error) {
      this.#report(false, messageOf(error));
      if (this.#mayBeGone(error)) this.redis.disconnect(true);
      else this.#probeLater();
    }
  }

  /**
   * No answer at all: the other end may have failed without closing the connection; only a new connection shows it. Of
   * a cluster, a lost connection to one node is replaced when the nodes are read the next time.
   */
  #mayBeGone(error: unknown): boolean {
    // ioredis types it as any.
    if (error instanceof (ReplyError as new () => Error) || this.redis.status !== 'ready') return false;
    return !this.isCluster || messageOf(error) === TIMED_OUT;
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

/** Connects the masters that have no connection yet: a command finds only one that is there. */
async function connectNodes(cluster: Cluster): Promise<void> {
  const unused = cluster.nodes('master').filter(({ status }) => status === 'wait');
  // A failed master is found by the commands for it.
  await Promise.allSettled(unused.map((node) => node.connect()));
}

function messageOf(error: unknown): string {
  // An empty reason would read as up.
  return (error instanceof Error ? error.message || error.name : String(error)) || 'unknown';
}
