import { AsyncLocalStorage } from 'node:async_hooks';

/** Where reads are kept. Its epoch changes when they are dropped: something was written, or the chain advanced. */
export interface ReadSource {
  readonly epoch: number;
  /** Head of the network. */
  readonly networkHead: number;
  /**
   * Whether what was read from a node with this head serves the running call: see ConsistentRead.
   * @throws where the call names a block of another chain
   */
  isConsistent(headBlock: number): boolean;
  /** The token of a block; undefined while the chain is not known. */
  tokenOf(block: number): string | undefined;
}

/** How long a value that was read holds. */
export interface ReadLife {
  readonly source: ReadSource;
  /** Of the source when the value was asked for. */
  readonly epoch: number;
  /** By the monotonic clock, in milliseconds. */
  readonly untilMs: number;
  /** Of the node that was asked, as far as it was known then; 0: not known. */
  readonly headBlock: number;
}

/** A head that an answer was made at. */
export type SeenHead = Pick<ReadLife, 'source' | 'headBlock'>;

const lives = new AsyncLocalStorage<AnswerLife>();

/**
 * How long the answer of a running call holds: as long as everything that was read for it. An answer that was made of
 * reads of two sources, or of reads around a change of theirs, holds not at all.
 */
export class AnswerLife {
  #life: ReadLife | 'none' | undefined;
  #seen: SeenHead | 'none' | undefined;
  #endsMs = Infinity;

  /** That of the call that the running code belongs to; undefined where no answer is kept. */
  static get current(): AnswerLife | undefined {
    return lives.getStore();
  }

  /** Runs the code that makes the answer. */
  run<T>(code: () => T): T {
    return lives.run(this, code);
  }

  /** A value was read for the answer. */
  read(life: ReadLife): void {
    this.#seen = sharedHead(this.#seen, life);
    const known = this.#life;
    if (known === undefined) this.#life = life;
    else if (known !== 'none') this.#life = sharedLife(known, life);
  }

  /** Values were read for the answer as a part of another call. */
  include(part: AnswerLife): void {
    this.#seen =
      part.#seen === 'none' ? 'none' : part.#seen ? sharedHead(this.#seen, part.#seen) : this.#seen;
    if (part.#life === 'none') this.#life = 'none';
    else if (part.#life !== undefined) this.read(part.#life);
    this.endsAt(part.#endsMs);
  }

  /** The answer is another one from this moment of the monotonic clock on, whatever was read. */
  endsAt(monotonicMs: number): void {
    this.#endsMs = Math.min(this.#endsMs, monotonicMs);
  }

  /** The lowest head of the nodes that were asked; undefined: nothing was read, or from two sources. */
  get seen(): SeenHead | undefined {
    return this.#seen === 'none' ? undefined : this.#seen;
  }

  /** Undefined: the answer holds for this call alone. */
  get whole(): ReadLife | undefined {
    if (this.#life === undefined || this.#life === 'none') return undefined;
    return { ...this.#life, untilMs: Math.min(this.#life.untilMs, this.#endsMs) };
  }
}

function sharedHead(
  known: SeenHead | 'none' | undefined,
  { source, headBlock }: SeenHead,
): SeenHead | 'none' {
  if (known === undefined) return { source, headBlock };
  if (known === 'none' || known.source !== source) return 'none';
  return known.headBlock <= headBlock ? known : { source, headBlock };
}

function sharedLife(one: ReadLife, other: ReadLife): ReadLife | 'none' {
  if (one.source !== other.source || one.epoch !== other.epoch) return 'none';
  return {
    ...one,
    untilMs: Math.min(one.untilMs, other.untilMs),
    headBlock: Math.min(one.headBlock, other.headBlock),
  };
}
