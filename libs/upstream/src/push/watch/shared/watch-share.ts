import type { Clock } from '@app/operations/core';
import { isAcknowledged } from '../kept-watches';
import type { WatchedPush } from '../watched-push';
import { MAX_RECORD_BYTES } from './watch-scripts';
import { recordIn, textOfRecord, type WatchRecord } from './watch-record';
import type { WatchStore } from './watch-store';

/** The watches of this replica. */
export interface OwnWatches {
  readonly network: string;
  watched(): Iterable<WatchedPush>;
  /** How many more it can have; 0 while it does not know the chain. */
  room(): number;
  /** Watches wait for a replica: has the nodes polled, which are not while the network is idle. */
  wake(): void;
  /** Begins a watch that another replica had. */
  take(record: WatchRecord): void;
  /** Another replica has it. */
  leave(id: string): void;
}

/** How soon a replica sees that a watch has no replica. */
const LOOK_EVERY_MS = 1_000;
const TAKEN_AT_ONCE = 16;
const KEPT_AT_ONCE = 200;
/** Beyond the next look of the replica that watches: it may be busy. */
const MARGIN_MS = 6_000;
/** Head, code and line feed of a record. */
const HEAD_BYTES = 16 * 1024;

/** Has the watches of one network in common with other replicas: one of them looks, another one takes over when it does not. */
export class WatchShare {
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly store: WatchStore,
    private readonly own: OwnWatches,
    private readonly clock: Clock,
  ) {
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** This replica watches it until after its next look. @returns false when another replica does */
  async keep(watched: WatchedPush): Promise<boolean> {
    if (!isShareable(watched)) return true;
    const { id } = watched.transaction;
    const toNextLookMs = Math.max(0, watched.nextLookMs - this.clock.monotonicMs());
    const untilMs = Math.ceil(this.clock.now() + toNextLookMs + MARGIN_MS);
    const record = (): string => textOfRecord(watched);
    const kept = await this.store.keep(this.own.network, {
      ...{ id, untilMs, record },
      isAcknowledged: isAcknowledged(watched),
      leastBytes: watched.transaction.body.length,
    });
    watched.isShared = kept === 'kept';
    return kept !== 'held';
  }

  /** Nothing is left to watch. @param block the irreversible one that holds the transaction */
  end(id: string, block?: number): void {
    void this.store.end(this.own.network, id, block);
  }

  /** The block that another replica has named for a transaction: nodes have to confirm it. */
  blockOf(id: string): Promise<number | undefined> {
    return this.store.blockOf(this.own.network, id);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.look().then(() => this.#schedule()), LOOK_EVERY_MS).unref();
  }

  /** Takes over what no replica watches, and states again what the store did not have or lost. Once a second. Never rejects. */
  async look(): Promise<void> {
    const most = Math.min(TAKEN_AT_ONCE, this.own.room());
    if (most <= 0 && (await this.store.hasDue(this.own.network))) this.own.wake();
    const taken = await this.store.takeOver(this.own.network, most, this.clock.now() + MARGIN_MS);
    if (this.#isClosed) return;
    const watches = [...this.own.watched()];
    if (taken === undefined) {
      for (const watched of watches) watched.isShared = false;
      return;
    }
    for (const [id, text] of taken) this.#take(id, text);
    const unshared = watches.filter((watched) => !watched.isShared && isShareable(watched));
    // A client makes watches that no node acknowledged at no cost: they wait for room behind the others.
    const first = [...unshared.filter(isAcknowledged), ...unshared.filter((one) => !isAcknowledged(one))];
    await Promise.all(first.slice(0, KEPT_AT_ONCE).map((watched) => this.keepOrLeave(watched)));
  }

  /** As `keep`; one that another replica has is left to it. */
  async keepOrLeave(watched: WatchedPush): Promise<void> {
    if (!(await this.keep(watched))) this.own.leave(watched.transaction.id);
  }

  #take(id: string, text: string): void {
    const record = recordIn(text, id);
    if (record === undefined) this.end(id);
    else this.own.take(record);
  }
}

const isShareable = ({ transaction: { body } }: WatchedPush): boolean =>
  body.length <= MAX_RECORD_BYTES - HEAD_BYTES;
