import type { Clock } from '@app/operations';
import { LRUCache } from 'lru-cache';

/** A value read from a node, and how much of the node's answer it stands for. */
export interface Read<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Entry {
  readonly value: Promise<unknown>;
  /** Set when the value is there; until then equal reads wait for it. */
  freshUntilMs: number;
}

const MAX_ENTRIES = 512;
/** Larger answers are shared while they are in flight, and not kept. */
const MAX_KEPT_BYTES = 128 * 1024;

/**
 * Equal reads meet: those in flight share one request, and an answer serves for a fraction of a block.
 * Failures are never kept.
 */
export class ReadCache {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });

  /** @param lifetimeMs from when an answer came; 0 only shares what is in flight. */
  constructor(
    private readonly clock: Clock,
    private readonly lifetimeMs: number,
  ) {}

  /** The value of `key`, loaded when no fresh one is at hand. */
  read<T>(key: string, load: () => Promise<Read<T>>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined && this.clock.monotonicMs() < known.freshUntilMs)
      return known.value as Promise<T>;
    const entry: Entry = {
      value: load().then((read) => this.#keep(key, entry, read)),
      freshUntilMs: Infinity,
    };
    this.#entries.set(key, entry);
    entry.value.catch(() => this.#forget(key, entry));
    return entry.value as Promise<T>;
  }

  /** Whatever was read or is being read is not handed out any more: something was written. */
  drop(): void {
    this.#entries.clear();
  }

  #keep<T>(key: string, entry: Entry, { value, bytes }: Read<T>): T {
    if (bytes > MAX_KEPT_BYTES || this.lifetimeMs === 0) this.#forget(key, entry);
    else entry.freshUntilMs = this.clock.monotonicMs() + this.lifetimeMs;
    return value;
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key);
  }
}
