import type { Clock, Verification } from '@app/operations';
import { LRUCache } from 'lru-cache';
import { withKnownParts } from './known-parts';

/** A value read from a node, and how much of the node's answer it stands for. */
export interface Read<T> {
  readonly value: T;
  readonly bytes: number;
  /** By how many nodes it was compared; undefined: it was not. */
  readonly verification?: Verification;
}

interface Kept extends Read<unknown> {
  readonly answer: Promise<Read<unknown>>;
  freshUntilMs: number;
}

const MAX_ENTRIES = 512;
/** Larger answers are shared while they are in flight, and not kept. */
const MAX_KEPT_BYTES = 128 * 1024;
/** Of all answers that are kept; an object takes several times the bytes of its text. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Equal reads meet: those in flight share one request, and an answer serves for a fraction of a block.
 * A later answer is made of the objects of the earlier one where it says the same (see withKnownParts): values that
 * are read must never be changed. Failures are never kept.
 */
export class ReadCache {
  readonly #inFlight = new Map<string, Promise<Read<unknown>>>();
  /** Also those that are no longer fresh, for their objects. */
  readonly #kept = new LRUCache<string, Kept>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });

  /** @param lifetimeMs from when an answer came; 0 only shares what is in flight. */
  constructor(
    private readonly clock: Clock,
    private readonly lifetimeMs: number,
  ) {}

  /** The value of `key`, loaded when no fresh one is at hand. */
  async read<T>(key: string, load: () => Promise<Read<T>>): Promise<T> {
    return (await this.readWhole(key, load)).value;
  }

  /** As `read`, with the verification that was done when the answer was loaded. */
  readWhole<T>(key: string, load: () => Promise<Read<T>>): Promise<Read<T>> {
    const kept = this.#kept.get(key);
    const isFresh = kept !== undefined && this.clock.monotonicMs() < kept.freshUntilMs;
    const answer = isFresh ? kept.answer : (this.#inFlight.get(key) ?? this.#load(key, load));
    return answer as Promise<Read<T>>;
  }

  /** Results of earlier and of running reads are not served any more: something was written. */
  drop(): void {
    this.#inFlight.clear();
    for (const kept of this.#kept.values()) kept.freshUntilMs = 0;
  }

  #load<T>(key: string, load: () => Promise<Read<T>>): Promise<Read<T>> {
    const answer: Promise<Read<T>> = load().then(
      (read) => this.#keep(key, answer, read),
      (error: unknown) => {
        this.#isCurrent(key, answer);
        throw error;
      },
    );
    this.#inFlight.set(key, answer);
    return answer;
  }

  #keep<T>(key: string, answer: Promise<Read<T>>, read: Read<T>): Read<T> {
    const isCurrent = this.#isCurrent(key, answer);
    if (read.bytes > MAX_KEPT_BYTES || this.lifetimeMs === 0) return read;
    const before = this.#kept.peek(key);
    const value = before === undefined ? read.value : withKnownParts(before.value as T, read.value);
    if (isCurrent) {
      const freshUntilMs = this.clock.monotonicMs() + this.lifetimeMs;
      this.#kept.set(key, { ...read, value, answer, freshUntilMs });
    }
    return { ...read, value };
  }

  /** Ends a read; false when something was written since it began. */
  #isCurrent(key: string, answer: Promise<Read<unknown>>): boolean {
    if (this.#inFlight.get(key) !== answer) return false;
    return this.#inFlight.delete(key);
  }
}
