import { AnswerLife, type Clock, type ReadSource, type Verification } from '@app/operations/core';
import { LRUCache } from 'lru-cache';
import type { ReadConsistency } from './read-consistency';
import { shareStructure } from './structural-sharing';

/** A value read from a node, and how much of the node's answer it stands for. */
export interface Read<T> {
  readonly value: T;
  readonly bytes: number;
  /** By how many nodes it was compared; undefined: it was not. */
  readonly verification?: Verification;
  /** Of the node that answered, when it was asked. */
  readonly headBlock?: number | undefined;
  /** Addresses of the nodes that gave the answer. */
  readonly nodes?: readonly string[];
}

/** A read with the time until which it is fresh, and the time that it took: by `performance.now()`. */
export interface DatedRead<T> extends Read<T> {
  readonly epoch: number;
  readonly untilMs: number;
  readonly headBlock: number;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A node, and a moment by `performance.now()`: of the answers at hand, those serve that it gave since then. */
export interface ReadMoment {
  readonly node: string;
  readonly sinceMs: number;
}

interface Kept extends DatedRead<unknown> {
  readonly answer: Promise<DatedRead<unknown>>;
}

const ANY_BLOCK: ReadConsistency = { requiredBlock: 0, tokenOf: () => undefined };

const MAX_ENTRIES = 512;
/** Larger answers are shared while they are in flight, and not kept. */
const MAX_KEPT_BYTES = 128 * 1024;
/** Of all answers that are kept; an object takes several times the bytes of its text. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Equal reads meet: those in flight share one request, and an answer serves until the chain advances, a block's time at
 * most. Each tells the AnswerLife of its call how long it holds.
 * A later answer is made of the objects of the earlier one where it says the same (see shareStructure): values that
 * are read must never be changed. Failures are never kept.
 */
export class ReadCache implements ReadSource {
  /** By key and block that they wait for: a call never waits, or fails, for the block of another one. */
  readonly #inFlight = new Map<string, Promise<DatedRead<unknown>>>();
  #epoch = 0;
  #seenHead = 0;
  #writes = 0;
  /** Also those that are no longer fresh, for their objects. */
  readonly #kept = new LRUCache<string, Kept>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });

  /**
   * @param lifetimeMs from when an answer came; 0 only shares what is in flight.
   * @param head newest block of the chain that is known
   * @param consistency of the calls that read
   */
  constructor(
    private readonly clock: Clock,
    private readonly lifetimeMs: number,
    private readonly head: () => number = () => 0,
    private readonly consistency: ReadConsistency = ANY_BLOCK,
  ) {}

  get networkHead(): number {
    return this.head();
  }

  isConsistent(headBlock: number): boolean {
    return headBlock >= this.consistency.requiredBlock;
  }

  tokenOf(block: number): string | undefined {
    return this.consistency.tokenOf(block);
  }

  /** Another one after every write and every new head: what was read before is not fresh any more. */
  get epoch(): number {
    const head = this.head();
    if (head > this.#seenHead) {
      if (this.#seenHead > 0) this.#epoch += 1;
      this.#seenHead = head;
    }
    return this.#epoch;
  }

  /** The value of `key`, loaded when no fresh one is at hand. */
  async read<T>(key: string, load: () => Promise<Read<T>>): Promise<T> {
    return (await this.readWhole(key, load)).value;
  }

  /**
   * As `read`, with all that is known of the answer.
   * @param moment only an answer that was asked for since then serves, of this node
   */
  readWhole<T>(key: string, load: () => Promise<Read<T>>, moment?: ReadMoment): Promise<DatedRead<T>> {
    const life = AnswerLife.current;
    const answer = this.#answer(key, load, moment);
    if (life === undefined) return answer;
    return answer.then((dated) => {
      const { epoch, untilMs, headBlock } = dated;
      life.read({ source: this, epoch, untilMs, headBlock });
      return dated;
    });
  }

  /** Loads the value of `key` now, whatever is at hand or on its way. Counts for no AnswerLife. */
  async renew<T>(key: string, load: () => Promise<Read<T>>): Promise<void> {
    const block = this.consistency.requiredBlock;
    await this.#load(key, `${block} ${key}`, block, load);
  }

  /** Results of earlier and of running reads are not served any more: something was written. */
  drop(): void {
    this.#inFlight.clear();
    this.#epoch += 1;
    this.#writes += 1;
  }

  /** Times that something was written. */
  get writes(): number {
    return this.#writes;
  }

  #answer<T>(key: string, load: () => Promise<Read<T>>, moment?: ReadMoment): Promise<DatedRead<T>> {
    const block = this.consistency.requiredBlock;
    const kept = this.#kept.get(key);
    const isFresh =
      kept !== undefined &&
      kept.epoch === this.epoch &&
      this.clock.monotonicMs() < kept.untilMs &&
      kept.headBlock >= block &&
      (moment === undefined || isSince(kept, moment));
    if (isFresh) return kept.answer as Promise<DatedRead<T>>;
    const flight = `${block} ${moment === undefined ? '' : `${moment.node} ${moment.sinceMs} `}${key}`;
    return (
      (this.#inFlight.get(flight) as Promise<DatedRead<T>> | undefined) ??
      this.#load(key, flight, block, load)
    );
  }

  #load<T>(key: string, flight: string, block: number, load: () => Promise<Read<T>>): Promise<DatedRead<T>> {
    const { epoch } = this;
    const startedMs = performance.now();
    const answer: Promise<DatedRead<T>> = load().then(
      (read) => {
        const headBlock = Math.max(block, read.headBlock ?? 0);
        const untilMs = this.clock.monotonicMs() + this.lifetimeMs;
        const isCurrent = this.#isCurrent(flight, answer);
        return this.#keep(key, isCurrent, answer, {
          ...{ ...read, epoch, untilMs, headBlock, startedMs },
          endedMs: performance.now(),
        });
      },
      (error: unknown) => {
        this.#isCurrent(flight, answer);
        throw error;
      },
    );
    this.#inFlight.set(flight, answer);
    return answer;
  }

  #keep<T>(key: string, isCurrent: boolean, answer: Promise<DatedRead<T>>, read: DatedRead<T>): DatedRead<T> {
    if (read.bytes > MAX_KEPT_BYTES || this.lifetimeMs === 0) return read;
    const before = this.#kept.peek(key);
    const value = before === undefined ? read.value : shareStructure(before.value as T, read.value);
    const dated = { ...read, value };
    // Another call may have read at a newer block meanwhile.
    const isOlder = before !== undefined && before.epoch === read.epoch && before.headBlock > read.headBlock;
    if (isCurrent && !isOlder) this.#kept.set(key, { ...dated, answer });
    return dated;
  }

  /** Ends a read; false when something was written since it began. */
  #isCurrent(flight: string, answer: Promise<DatedRead<unknown>>): boolean {
    if (this.#inFlight.get(flight) !== answer) return false;
    return this.#inFlight.delete(flight);
  }
}

const isSince = ({ nodes, startedMs }: DatedRead<unknown>, { node, sinceMs }: ReadMoment): boolean =>
  startedMs >= sinceMs && nodes?.includes(node) === true;
