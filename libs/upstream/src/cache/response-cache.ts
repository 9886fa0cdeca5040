import type { Clock } from '@app/operations/core';
import { LRUCache } from 'lru-cache';

/** How long a node's answer may serve equal requests. */
export type Lifetime =
  /** Only requests that wait for it already share it. */
  | { readonly kind: 'none' }
  /** Until the next head, HEAD_MAX_MS at most. */
  | { readonly kind: 'head' }
  | { readonly kind: 'milliseconds'; readonly ms: number }
  /** It never changes: an irreversible block, or one named by its id, as two nodes have it, or the only one. */
  | { readonly kind: 'immutable' };

/** A node's answer in bytes, refusals included. */
export interface CachedReply {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Label of the node that answered. */
  readonly node: string;
  /** Head of the network when the request was sent. */
  readonly headBlock: number;
  /** Head of the node that answered, as far as it was known when it was asked; undefined: of an answer that has none. */
  readonly nodeHead?: number | undefined;
  /** URL of that node; undefined where another replica asked it, or none was asked. */
  readonly address?: string;
  /** Whether another node gave the same bytes. */
  readonly isConfirmed?: boolean;
}

/** A reply and how long it holds. */
export interface Loaded {
  readonly reply: CachedReply;
  readonly lifetime: Lifetime;
  /** Milliseconds since the node answered, where another replica kept it; undefined: it answered now. */
  readonly ageMs?: number;
}

/** A reply and where it came from. */
export interface Served {
  readonly reply: CachedReply;
  readonly lifetime: Lifetime;
  readonly source: 'hit' | 'miss' | 'coalesced';
  /** Milliseconds since it came from the node. */
  readonly ageMs: number;
  /** Key that it is kept under; undefined for one that is not. */
  readonly key?: string;
}

interface Entry extends Loaded {
  readonly storedAtMs: number;
  /** Of the cache when it was stored: see `drop`. */
  readonly epoch: number;
  /** Bytes that were derived from the reply and live as long as it does. */
  readonly derivedBytes: number;
  /** It came from another replica. */
  readonly isShared: boolean;
}

interface Flight {
  readonly headBlock: number;
  readonly loaded: Promise<Entry>;
}

/** An answer that changes with the head is not older than this, even while no new head is seen. */
const HEAD_MAX_MS = 1_000;
/** Memory of an entry besides its body: the key, the objects, the place in the list. */
const ENTRY_BYTES = 512;
/** One answer takes at most this part of the memory: a single one does not push out all others. */
const MAX_SHARE = 1 / 8;

/**
 * Answers of the nodes of one network, bounded in bytes. Equal requests meet: they share one request to a node while it
 * runs, and its answer for as long as it holds. Failures are not kept. A request never joins one that was sent at an
 * older head: its client would see an older state than it may know.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>;
  /** By key and block that they wait for: a request never waits, or fails, for the block of another one. */
  readonly #flights = new Map<string, Flight>();
  #epoch = 0;

  /**
   * @param maxBytes of all entries; 0 keeps nothing
   * @param head the newest head block of the network that is known
   * @param onServed called with the source of every answer
   */
  constructor(
    private readonly clock: Clock,
    maxBytes: number,
    private readonly head: () => number,
    private readonly onServed: (source: Served['source']) => void = () => undefined,
  ) {
    this.#entries = new LRUCache<string, Entry>({
      // Bounds their number, too. With `max` the lists of all possible entries would be allocated here.
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * MAX_SHARE)),
      sizeCalculation: ({ reply, derivedBytes }, key) =>
        reply.bytes.length + derivedBytes + key.length + ENTRY_BYTES,
    });
  }

  /** Bytes of all entries, also of those that serve no more: later ones take their place. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * The answer of `key`, loaded when none is at hand.
   * @param accepts whether an answer that was not loaded for this request may serve it
   * @param block that `load` waits for; 0: any
   * @throws what `load` throws
   */
  async read(
    key: string,
    load: () => Promise<Loaded>,
    accepts: (reply: CachedReply, lifetime: Lifetime) => boolean = () => true,
    block = 0,
  ): Promise<Served> {
    const known = this.kept(key);
    if (known !== undefined && accepts(known.reply, known.lifetime)) return known;
    const headBlock = this.head();
    const flight = this.#flights.get(flightOf(key, block));
    if (flight !== undefined && flight.headBlock >= headBlock) {
      const joined = await flight.loaded;
      if (accepts(joined.reply, joined.lifetime)) return this.#served(key, joined, 'coalesced');
    }
    const loaded = await this.#start(key, block, headBlock, load);
    return this.#served(key, loaded, loaded.isShared ? 'hit' : 'miss');
  }

  /** The answer of `key` that is at hand; undefined when it has to be loaded. */
  kept(key: string): Served | undefined {
    const known = this.#entries.get(key);
    return known !== undefined && this.#isFresh(known) ? this.#served(key, known, 'hit') : undefined;
  }

  /** Counts bytes that were derived from an answer and are kept with it, such as its compressed form. */
  addDerived({ key = '', reply }: Served, bytes: number): void {
    const known = this.#entries.peek(key);
    if (known?.reply !== reply) return;
    this.#entries.set(key, { ...known, derivedBytes: known.derivedBytes + bytes });
  }

  /**
   * No answer from before now serves a request that comes later, except an immutable one: something was pushed. Looks
   * at no entry: there may be many, and pushes come often.
   */
  drop(): void {
    this.#flights.clear();
    this.#epoch += 1;
  }

  #start(key: string, block: number, headBlock: number, load: () => Promise<Loaded>): Promise<Entry> {
    const name = flightOf(key, block);
    const loaded = load().then(({ reply, lifetime, ageMs }) => {
      const storedAtMs = this.clock.monotonicMs() - (ageMs ?? 0);
      const isShared = ageMs !== undefined;
      const entry = { reply, lifetime, storedAtMs, epoch: this.#epoch, derivedBytes: 0, isShared };
      // A flight that was dropped meanwhile began before a push: its answer is not kept.
      const isCurrent = this.#flights.get(name) === flight;
      // Another request may have read at a newer head meanwhile.
      const known = this.#entries.peek(key);
      const isOlder = known?.epoch === this.#epoch && known.reply.headBlock > reply.headBlock;
      const isForGood = lifetime.kind === 'immutable';
      const isToKeep = isForGood || (isCurrent && !isOlder && !this.#isConfirmed(key));
      if (lifetime.kind !== 'none' && isToKeep) this.#entries.set(key, entry);
      return entry;
    });
    const flight: Flight = { headBlock, loaded };
    this.#flights.set(name, flight);
    const forget = (): void => {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    };
    loaded.then(forget, forget);
    return loaded;
  }

  /** Whether what is kept is what two nodes gave, which does not change: no later answer of one replaces it. */
  #isConfirmed(key: string): boolean {
    const known = this.#entries.peek(key);
    return known?.lifetime.kind === 'immutable' && known.reply.isConfirmed === true;
  }

  #isFresh({ reply, lifetime, storedAtMs, epoch }: Entry): boolean {
    if (lifetime.kind === 'immutable') return true;
    if (epoch !== this.#epoch) return false;
    const ageMs = this.clock.monotonicMs() - storedAtMs;
    switch (lifetime.kind) {
      case 'none':
        return false;
      case 'head':
        return reply.headBlock >= this.head() && ageMs < HEAD_MAX_MS;
      case 'milliseconds':
        return ageMs < lifetime.ms;
    }
  }

  #served(key: string, { reply, lifetime, storedAtMs }: Entry, source: Served['source']): Served {
    this.onServed(source);
    return { reply, lifetime, source, ageMs: this.clock.monotonicMs() - storedAtMs, key };
  }
}

const flightOf = (key: string, block: number): string => `${block} ${key}`;
