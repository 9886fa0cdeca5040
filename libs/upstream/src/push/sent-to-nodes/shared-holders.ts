import type { Clock } from '@app/operations/core';
import {
  MAX_CLOCK_SKEW_MS,
  type RedisClient,
  RedisValues,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import { ADD_HOLDER, HOLDERS, REMOVE_HOLDER } from './holder-scripts';
import { MemoryHolders } from './memory-holders';
import type { PushHolders } from './push-holders';

/** Time a key of the probe lives. */
const PROBE_KEY_MS = 1_000;

/**
 * Shared by all replicas through Redis: one hash for each transaction, with the nodes as fields, whose values are
 * authenticated: `<milliseconds since 1970 until which it is remembered>:<code>`. Each replica keeps its own in memory
 * as well: while Redis is lost, or after it lost its data, a replica knows at least what it sent itself.
 */
export class SharedHolders extends RedisValues implements PushHolders {
  readonly #memory: MemoryHolders;
  constructor(
    private readonly clock: Clock,
    options: SharedValuesOptions,
  ) {
    super(options, 'holders');
    this.#memory = new MemoryHolders(clock);
  }

  protected probe(redis: RedisClient, keys: readonly string[]): Promise<unknown> {
    return Promise.all(keys.map((key) => this.#probe(redis, this.prefix + key)));
  }

  async of(network: string, id: string): Promise<ReadonlySet<string>> {
    const own = this.#memory.of(network, id);
    const shared = await this.tried((redis) => this.#of(redis, this.#key(network, id)));
    return new Set([...(await own), ...(shared ?? [])]);
  }

  async add(network: string, id: string, node: string, keepMs: number): Promise<void> {
    await this.#memory.add(network, id, node, keepMs);
    await this.tried((redis) => this.#add(redis, this.#key(network, id), node, keepMs));
  }

  async remove(network: string, id: string, node: string): Promise<void> {
    await this.#memory.remove(network, id, node);
    await this.tried(async (redis) => {
      // A value of another type holds no node: it stays for `of` to report.
      await redis.eval(REMOVE_HOLDER, 1, this.#key(network, id), node);
    });
  }

  #key(network: string, id: string): string {
    return `${this.prefix}${network}:${id}`;
  }

  /** Nodes of other replicas' settings as well: they may hold the transaction, though this replica cannot ask them. */
  async #of(redis: RedisClient, key: string): Promise<string[]> {
    const reply = await redis.eval(HOLDERS, 1, key);
    const [forged = 0, ...pairs] = reply as [number, ...string[]];
    const nodes: string[] = [];
    if (forged > 0) this.reportForged();
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const node = pairs[at] ?? '';
      const untilMs = textOf(pairs[at + 1] ?? '', this.#binding(key, node));
      if (untilMs === undefined) this.reportForged();
      else if (this.clock.now() < Number(untilMs) + MAX_CLOCK_SKEW_MS) nodes.push(node);
    }
    return nodes;
  }

  async #add(redis: RedisClient, key: string, node: string, keepMs: number): Promise<void> {
    const untilMs = Math.ceil(this.clock.now() + keepMs);
    const value = withCode(String(untilMs), this.#binding(key, node));
    await redis.eval(ADD_HOLDER, 1, key, node, value, Math.ceil(keepMs));
  }

  /** Every command of the scripts: what a user of Redis may not run shows here, not at a push. */
  async #probe(redis: RedisClient, key: string): Promise<void> {
    await this.#add(redis, key, 'probe', PROBE_KEY_MS);
    await this.#add(redis, key, 'probe', PROBE_KEY_MS);
    await redis.eval(HOLDERS, 1, key);
    await redis.eval(REMOVE_HOLDER, 1, key, 'probe');
  }

  #binding(key: string, node: string): ValueBinding {
    return this.binding('push', `${key} ${node}`);
  }
}
