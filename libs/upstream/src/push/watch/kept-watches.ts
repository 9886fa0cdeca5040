import type { WatchedPush } from './watched-push';

/** Bounds of the watches of one network in this process. */
export interface WatchBounds {
  readonly maxWatched: number;
  /** Of the bodies of all transactions. */
  readonly maxBytes: number;
}

/**
 * Whether a node said that it has the transaction, or a block showed it: a client makes a push that no node has with any
 * bytes, at no cost.
 */
export const isAcknowledged = ({
  acknowledged,
  acknowledgedAgain,
  isIncluded,
}: Pick<WatchedPush, 'acknowledged' | 'acknowledgedAgain' | 'isIncluded'>): boolean =>
  isIncluded || acknowledged.size > 0 || acknowledgedAgain.size > 0;

/** The watches of one network by transaction id, in the order in which they began. Bounded in number and bytes. */
export class KeptWatches {
  readonly #watched = new Map<string, WatchedPush>();
  #bytes = 0;

  constructor(private readonly bounds: WatchBounds) {}

  get size(): number {
    return this.#watched.size;
  }

  has(id: string): boolean {
    return this.#watched.has(id);
  }

  get(id: string): WatchedPush | undefined {
    return this.#watched.get(id);
  }

  all(): Iterable<WatchedPush> {
    return this.#watched.values();
  }

  /**
   * Adds a watch. Where there are too many, those that no node acknowledged leave before all others, and the oldest
   * before later ones; the new one may be among them.
   * @returns how many left
   */
  add(watched: WatchedPush): number {
    this.#watched.set(watched.transaction.id, watched);
    this.#bytes += watched.transaction.body.length;
    let left = 0;
    for (; this.#isOverfull; left += 1) this.delete(this.#first().transaction.id);
    return left;
  }

  delete(id: string): void {
    this.#bytes -= this.#watched.get(id)?.transaction.body.length ?? 0;
    this.#watched.delete(id);
  }

  clear(): void {
    this.#watched.clear();
    this.#bytes = 0;
  }

  /** How many more there may be beside those that a node acknowledged; 0 where these have half of the bytes. */
  get room(): number {
    const kept = [...this.#watched.values()].filter(isAcknowledged);
    const bytes = kept.reduce((sum, { transaction: { body } }) => sum + body.length, 0);
    return bytes >= this.bounds.maxBytes / 2 ? 0 : Math.max(0, this.bounds.maxWatched - kept.length);
  }

  get #isOverfull(): boolean {
    return this.#watched.size > this.bounds.maxWatched || this.#bytes > this.bounds.maxBytes;
  }

  /** The one that leaves first. */
  #first(): WatchedPush {
    let oldest: WatchedPush | undefined;
    for (const watched of this.#watched.values()) {
      if (!isAcknowledged(watched)) return watched;
      oldest ??= watched;
    }
    if (oldest === undefined) throw new Error('no watch is left');
    return oldest;
  }
}
