import type { RedisClient } from './redis-client';
import { RedisConnection } from './redis-connection';
import type { SharedValuesOptions } from './shared-values-options';
import type { ValueBinding } from './value-code';

/** Values that replicas have in common through one connection to Redis, which may be lost. */
export abstract class RedisValues {
  /** Beginning of the names of all keys. */
  protected readonly prefix: string;
  readonly #options: Pick<SharedValuesOptions, 'secret' | 'onForged'>;
  readonly #connection: RedisConnection;

  /** @param name of the values: in braces where keys of one script have to be in one slot of a cluster */
  constructor({ server, keyPrefix, onChange, ...options }: SharedValuesOptions, name: string) {
    this.prefix = `${keyPrefix}${name}:`;
    this.#options = options;
    this.#connection = new RedisConnection({
      ...{ server, onChange },
      probe: (redis, keys) => this.probe(redis, keys),
    });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  close(): void {
    this.#connection.close();
  }

  /** Every command of the class: see RedisConnectionOptions. */
  protected abstract probe(redis: RedisClient, keys: readonly string[]): Promise<unknown>;

  protected binding(purpose: string, key: string): ValueBinding {
    return { secret: this.#options.secret, purpose, key };
  }

  protected reportForged(): void {
    this.#options.onForged?.();
  }

  /** Undefined while Redis is lost, or when the command fails: it is lost then. */
  protected async tried<T>(command: (redis: RedisClient) => Promise<T>): Promise<T | undefined> {
    if (!this.#connection.isUp) return undefined;
    try {
      return await command(this.#connection.redis);
    } catch (error) {
      this.#connection.recordFailure(error);
      return undefined;
    }
  }
}
