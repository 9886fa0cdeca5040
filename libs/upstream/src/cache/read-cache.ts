import { AnswerLife, type Clock, type ReadSource, type Verification } from '@app/operations';
import { LRUCache } from 'lru-cache';
import type { ReadConsistency } from './read-consistency';
import { withKnownParts } from './known-parts';

/** A value read from a node, and how much of the node's answer it stands for. */
export interface Read<T> {
  readonly value: T;
  readonly bytes: number;
  /** By how many nodes it was compared; undefined: it was not. */
  readonly verification?: Verification;
  /** Of the node that answered, when it was asked. */
  readonly headBlock?: number | undefined;
}

/** A read with the time until which it is fresh. */
interface Dated<T> extends Read<T> {
  readonly epoch: number;
  readonly untilMs: number;
  readonly headBlock: number;
}

interface Flight {
  readonly answer: Promise<Dated<unknown>>;
  /** Block that it is served at or behind. */
  readonly block: number;
}

interface Kept extends Dated<unknown> {
  readonly answer: Promise<Dated<unknown>>;
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
 * A later answer is made of the objects of the earlier one where it says the same (see withKnownParts): values that
 * are read must never be changed. Failures are never kept.
 */
export class ReadCache implements ReadSource {
  readonly #inFlight = new Map<string, Flight>();
  #epoch = 0;
  #seenHead = 0;
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

  /** As `read`, with the verification that was done when the answer was loaded. */
  readWhole<T>(key: string, load: () => Promise<Read<T>>): Promise<Read<T>> {
    const life = AnswerLife.current;
    const answer = this.#answer(key, load);
    if (life === undefined) return answer;
    return answer.then((dated) => {
      const { epoch, untilMs, headBlock } = dated;
      life.read({ source: this, epoch, untilMs, headBlock });
      return dated;
    });
  }

  /** Results of earlier and of running reads are not served any more: something was written. */
  drop(): void {
    this.#inFlight.clear();
    this.#epoch += 1;
  }

  #answer<T>(key: string, load: () => Promise<Read<T>>): Promise<Dated<T>> {
    const block = this.consistency.requiredBlock;
    const kept = this.#kept.get(key);
    const isFresh =
      kept !== undefined &&
      kept.epoch === this.epoch &&
      this.clock.monotonicMs() < kept.untilMs &&
      kept.headBlock >= block;
    const flight = this.#inFlight.get(key);
    const running = flight !== undefined && flight.block >= block ? flight.answer : undefined;
    return (isFresh ? kept.answer : (running ?? this.#load(key, block, load))) as Promise<Dated<T>>;
  }

  #load<T>(key: string, block: number, load: () => Promise<Read<T>>): Promise<Dated<T>> {
    const { epoch } = this;
    const answer: Promise<Dated<T>> = load().then(
      (read) => {
        const headBlock = Math.max(block, read.headBlock ?? 0);
        const untilMs = this.clock.monotonicMs() + this.lifetimeMs;
        return this.#keep(key, answer, { ...read, epoch, untilMs, headBlock });
      },
      (error: unknown) => {
        this.#isCurrent(key, answer);
        throw error;
      },
    );
    this.#inFlight.set(key, { answer, block });
    return answer;
  }

  #keep<T>(key: string, answer: Promise<Dated<T>>, read: Dated<T>): Dated<T> {
    const isCurrent = this.#isCurrent(key, answer);
    if (read.bytes > MAX_KEPT_BYTES || this.lifetimeMs === 0) return read;
    const before = this.#kept.peek(key);
    const value = before === undefined ? read.value : withKnownParts(before.value as T, read.value);
    const dated = { ...read, value };
    if (isCurrent) this.#kept.set(key, { ...dated, answer });
    return dated;
  }

  /** Ends a read; false when something was written since it began. */
  #isCurrent(key: string, answer: Promise<Dated<unknown>>): boolean {
    if (this.#inFlight.get(key)?.answer !== answer) return false;
    return this.#inFlight.delete(key);
  }
}
