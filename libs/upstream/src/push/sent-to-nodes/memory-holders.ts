import type { Clock } from '@app/operations/core';
import { LRUCache } from 'lru-cache';
import type { PushHolders } from './push-holders';

interface Remembered {
  readonly nodes: ReadonlySet<string>;
  readonly untilMs: number;
}

const MAX_TRANSACTIONS = 50_000;
const NONE: ReadonlySet<string> = new Set();

/** In the memory of this process. Bounded: the transaction that was used least recently is evicted. */
export class MemoryHolders implements PushHolders {
  readonly #remembered: LRUCache<string, Remembered>;

  constructor(
    private readonly clock: Clock,
    max = MAX_TRANSACTIONS,
  ) {
    // As a size: with `max` the lists of all possible entries would be allocated here.
    this.#remembered = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  of(network: string, id: string): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.#of(keyOf(network, id)).nodes);
  }

  add(network: string, id: string, node: string, keepMs: number): Promise<void> {
    const key = keyOf(network, id);
    const { nodes, untilMs } = this.#of(key);
    this.#remembered.set(key, {
      nodes: new Set([...nodes, node]),
      untilMs: Math.max(untilMs, this.clock.monotonicMs() + keepMs),
    });
    return Promise.resolve();
  }

  remove(network: string, id: string, node: string): Promise<void> {
    const key = keyOf(network, id);
    const { nodes, untilMs } = this.#of(key);
    const left = new Set([...nodes].filter((each) => each !== node));
    if (left.size === 0) this.#remembered.delete(key);
    else this.#remembered.set(key, { nodes: left, untilMs });
    return Promise.resolve();
  }

  #of(key: string): Remembered {
    const known = this.#remembered.get(key);
    if (known !== undefined && this.clock.monotonicMs() < known.untilMs) return known;
    this.#remembered.delete(key);
    return { nodes: NONE, untilMs: 0 };
  }
}

const keyOf = (network: string, id: string): string => `${network} ${id}`;
