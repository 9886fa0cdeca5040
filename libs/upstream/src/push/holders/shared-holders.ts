import type { Clock } from '@app/operations';
import { type RedisClient, RedisConnection, type RedisServer } from '@app/redis';
import { MemoryHolders } from './memory-holders';
import type { PushHolders } from './push-holders';

/** Redis server and key prefix of shared holders. */
export interface SharedHoldersOptions {
  readonly server: RedisServer;
  readonly keyPrefix: string;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
}

/** Time a key of the probe lives. */
const PROBE_KEY_MS = 1_000;

/**
 * Shared by all replicas through Redis, one set of nodes per transaction. Each replica keeps its own in memory as
 * well: while Redis is lost, or after it lost its data, a replica knows at least what it sent itself.
 */
export class SharedHolders implements PushHolders {
  readonly #memory: MemoryHolders;
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;

  constructor(clock: Clock, { keyPrefix, ...options }: SharedHoldersOptions) {
    this.#memory = new MemoryHolders(clock);
    this.#keyPrefix = `${keyPrefix}push:`;
    this.#connection = new RedisConnection({
      ...options,
      probe: (redis, keys) =>
        Promise.all(keys.map((key) => addTo(redis, this.#keyPrefix + key, 'probe', PROBE_KEY_MS))),
    });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  close(): void {
    this.#connection.close();
  }

  async of(network: string, id: string): Promise<ReadonlySet<string>> {
    const own = this.#memory.of(network, id);
    const shared = await this.#try((redis) => redis.smembers(this.#key(network, id)));
    return new Set([...(await own), ...(shared ?? [])]);
  }

  async add(network: string, id: string, node: string, keepMs: number): Promise<void> {
    await this.#memory.add(network, id, node, keepMs);
    await this.#try((redis) => addTo(redis, this.#key(network, id), node, keepMs));
  }

  async remove(network: string, id: string, node: string): Promise<void> {
    await this.#memory.remove(network, id, node);
    await this.#try((redis) => redis.srem(this.#key(network, id), node));
  }

  #key(network: string, id: string): string {
    return `${this.#keyPrefix}${network}:${id}`;
  }

  /** Undefined when Redis is lost or fails. */
  async #try<T>(command: (redis: RedisClient) => Promise<T>): Promise<T | undefined> {
    if (!this.#connection.isUp) return undefined;
    try {
      return await command(this.#connection.redis);
    } catch (error) {
      this.#connection.recordFailure(error);
      return undefined;
    }
  }
}

async function addTo(redis: RedisClient, key: string, node: string, keepMs: number): Promise<void> {
  const results = await redis.multi().sadd(key, node).pexpire(key, keepMs).exec();
  const error = results?.find(([failure]) => failure !== null)?.[0];
  if (error) throw error;
}
