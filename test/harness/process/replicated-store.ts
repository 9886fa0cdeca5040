import type { SharedValuesOptions } from '@app/redis';
import { Redis } from 'ioredis';
import { until } from '../until';
import { type RedisServer, startRedis } from './redis';

interface Store {
  start(): Promise<void>;
  close(): void;
}

/** A store that two replicas have in common in a Redis of its own. */
export class ReplicatedStore<T extends Store> {
  #replicas: readonly [T, T] | undefined;
  /** Values that no replica made, by the reports of both since the last `reset`. */
  forged = 0;
  /** Reasons why Redis was lost since then. */
  losses: string[] = [];

  private constructor(
    private readonly server: RedisServer,
    /** For what no replica writes. */
    readonly redis: Redis,
    private readonly make: (options: SharedValuesOptions, index: number) => T,
  ) {}

  /** @param make a replica; called twice by each `reset` */
  static async start<T extends Store>(
    make: (options: SharedValuesOptions, index: number) => T,
  ): Promise<ReplicatedStore<T>> {
    const server = await startRedis();
    return new ReplicatedStore(server, new Redis(server.url), make);
  }

  get replicas(): readonly [T, T] {
    if (this.#replicas === undefined) throw new Error('no replica: call reset first');
    return this.#replicas;
  }

  /** Options of a replica, besides its reports. */
  get options(): Pick<SharedValuesOptions, 'server' | 'keyPrefix'> {
    return { server: { ...this.server.server, commandTimeoutMs: 10_000 }, keyPrefix: 'ctg:' };
  }

  /** Empties Redis, and connects two new replicas. */
  async reset(secret: string): Promise<void> {
    await this.redis.flushall();
    const up = new Set<number>();
    const replica = (index: number): T =>
      this.make(
        {
          ...this.options,
          secret,
          onChange: (isUp, reason) => (isUp ? up.add(index) : this.losses.push(reason)),
          onForged: () => (this.forged += 1),
        },
        index,
      );
    this.forged = 0;
    this.losses = [];
    this.#replicas = [replica(0), replica(1)];
    await Promise.all(this.#replicas.map((each) => each.start()));
    await until(() => up.size === 2);
  }

  closeReplicas(): void {
    for (const replica of this.#replicas ?? []) replica.close();
  }

  async stop(): Promise<void> {
    this.redis.disconnect();
    await this.server.stop();
  }
}
