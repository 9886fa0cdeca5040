import { randomBytes } from 'node:crypto';
import type { Clock } from '@app/operations/core';
import {
  leaseEnd,
  leaseText,
  type RedisClient,
  RedisValues,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import { BLOCK, BLOCK_KEPT_MS, DUE, END, KEEP, PLACE } from './watch-scripts';
import type { Kept, StoredWatch, WatchStore } from './watch-store';

const OWNER_BYTES = 8;
/** A lease that changes meanwhile is one of another replica. */
const MAX_TRIES = 3;
/** Parts of the room of a network. */
const [WHOLE, HALF] = [1, 2];
const PROBE_ID = '0'.repeat(64);
const ANSWERS: ReadonlySet<string> = new Set<Kept>(['kept', 'full']);

interface Due {
  readonly id: string;
  readonly lease: string;
  readonly record: string;
}

/**
 * Watches in Redis, by network: hashes of records and of leases by transaction id, both authenticated, and an index of
 * the ends of leases, which decides when a lease is looked at and nothing else; and a key for each transaction that
 * ended in an irreversible block.
 */
export class RedisWatches extends RedisValues implements WatchStore {
  /** This process. */
  readonly #owner = randomBytes(OWNER_BYTES).toString('hex');
  constructor(
    private readonly clock: Clock,
    options: SharedValuesOptions,
  ) {
    super(options, '{watches}');
  }

  async keep(network: string, watch: StoredWatch): Promise<Kept> {
    return (await this.tried((redis) => this.#keep(redis, network, watch))) ?? 'lost';
  }

  async end(network: string, id: string, block?: number): Promise<void> {
    await this.tried(async (redis) => {
      if (block !== undefined) {
        const value = withCode(String(block), this.#binding('block', network, id));
        await redis.set(this.#blockKey(network, id), value, 'PX', BLOCK_KEPT_MS);
      }
      await this.#run(redis, END, network, id);
    });
  }

  async blockOf(network: string, id: string): Promise<number | undefined> {
    const value = await this.tried((redis) => redis.eval(BLOCK, 1, this.#blockKey(network, id)));
    if (typeof value !== 'string') return undefined;
    const text = textOf(value, this.#binding('block', network, id));
    if (text === undefined) this.reportForged();
    return text === undefined ? undefined : Number(text);
  }

  async hasDue(network: string): Promise<boolean> {
    const due = await this.tried((redis) => this.#due(redis, network, 1));
    return due !== undefined && due.length > 0;
  }

  async takeOver(
    network: string,
    most: number,
    untilMs: number,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    return this.tried(async (redis) => {
      const taken = new Map<string, string>();
      // Without room it shows whether Redis is there.
      for (const watch of await this.#due(redis, network, most)) {
        const record = await this.#taken(redis, network, watch, untilMs);
        if (record !== undefined) taken.set(watch.id, record);
      }
      return taken;
    });
  }

  /** Authentic, or a value that no replica made is in the place of the lease. */
  async #keep(
    redis: RedisClient,
    network: string,
    { id, untilMs, isAcknowledged, leastBytes, record }: StoredWatch,
    lease = '',
  ): Promise<Kept> {
    const binding = this.#binding('lease', network, id);
    const own = leaseText(this.#owner, untilMs, binding);
    let over = lease;
    let value = '';
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const room = [isAcknowledged ? WHOLE : HALF, leastBytes] as const;
      const values = [id, this.#owner, over, own, untilMs, value, ...room] as const;
      const reply = String(await this.#run(redis, KEEP, network, ...values));
      if (ANSWERS.has(reply)) return reply as Kept;
      if (reply === 'absent') value = withCode(record(), this.#binding('record', network, id));
      else if (leaseEnd(reply, binding, this.clock.now()) !== undefined) return 'held';
      else over = reply;
    }
    return 'held';
  }

  async #due(redis: RedisClient, network: string, most: number): Promise<Due[]> {
    if (most <= 0) {
      await redis.ping();
      return [];
    }
    const reply = await this.#run(redis, DUE, network, this.clock.now(), most);
    const [forged = 0, ...parts] = reply as [number, ...string[]];
    for (let each = 0; each < forged; each += 1) this.reportForged();
    const due: Due[] = [];
    for (let at = 0; at + 2 < parts.length; at += 3)
      due.push({ id: parts[at] ?? '', lease: parts[at + 1] ?? '', record: parts[at + 2] ?? '' });
    return due;
  }

  /** The record of a watch that this replica holds now; undefined where another one does, or no replica made it. */
  async #taken(
    redis: RedisClient,
    network: string,
    { id, lease, record }: Due,
    untilMs: number,
  ): Promise<string | undefined> {
    const heldUntilMs = leaseEnd(lease, this.#binding('lease', network, id), this.clock.now());
    if (heldUntilMs !== undefined) {
      await this.#run(redis, PLACE, network, id, heldUntilMs);
      return undefined;
    }
    const text = textOf(record, this.#binding('record', network, id));
    if (text === undefined) {
      this.reportForged();
      await this.#run(redis, END, network, id);
      return undefined;
    }
    // It has its room already.
    const watch = { id, untilMs, isAcknowledged: true, leastBytes: 0, record: () => text };
    const kept = await this.#keep(redis, network, watch, lease);
    return kept === 'kept' ? text : undefined;
  }

  /** Every command of the scripts: what a user of Redis may not run shows here. */
  protected async probe(redis: RedisClient): Promise<void> {
    const room = { isAcknowledged: true, leastBytes: 0 };
    const watch = { id: PROBE_ID, untilMs: this.clock.now(), ...room, record: () => '' };
    await this.#keep(redis, 'probe', watch);
    await this.#run(redis, PLACE, 'probe', PROBE_ID, this.clock.now());
    await this.#run(redis, DUE, 'probe', this.clock.now(), 1);
    await this.#run(redis, END, 'probe', PROBE_ID);
    await redis.eval(BLOCK, 1, this.#blockKey('probe', PROBE_ID));
  }

  #run(
    redis: RedisClient,
    script: string,
    network: string,
    ...values: readonly (string | number)[]
  ): Promise<unknown> {
    const keys = ['records', 'leases', 'due', 'bytes'].map((part) => `${this.prefix}${network}:${part}`);
    return redis.eval(script, keys.length, ...keys, ...values);
  }

  #blockKey(network: string, id: string): string {
    return `${this.prefix}${network}:block:${id}`;
  }

  #binding(part: 'block' | 'lease' | 'record', network: string, id: string): ValueBinding {
    return this.binding(`watch-${part}`, `${this.prefix}${network}:${id}`);
  }
}
