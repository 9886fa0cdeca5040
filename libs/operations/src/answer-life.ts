import { AsyncLocalStorage } from 'node:async_hooks';

/** Where reads are kept. Its epoch changes when they are dropped: something was written, or the chain advanced. */
export interface ReadSource {
  readonly epoch: number;
}

/** How long a value that was read holds. */
export interface ReadLife {
  readonly source: ReadSource;
  /** Of the source when the value was asked for. */
  readonly epoch: number;
  /** By the monotonic clock, in milliseconds. */
  readonly untilMs: number;
}

const lives = new AsyncLocalStorage<AnswerLife>();

/**
 * How long the answer of a running call holds: as long as everything that was read for it. An answer that was made of
 * reads of two sources, or of reads around a change of theirs, holds not at all.
 */
export class AnswerLife {
  #life: ReadLife | 'none' | undefined;
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
    const known = this.#life;
    if (known === undefined) this.#life = life;
    else if (known !== 'none') this.#life = sharedLife(known, life);
  }

  /** The answer is another one from this moment of the monotonic clock on, whatever was read. */
  endsAt(monotonicMs: number): void {
    this.#endsMs = Math.min(this.#endsMs, monotonicMs);
  }

  /** Undefined: the answer holds for this call alone. */
  get whole(): ReadLife | undefined {
    if (this.#life === undefined || this.#life === 'none') return undefined;
    return { ...this.#life, untilMs: Math.min(this.#life.untilMs, this.#endsMs) };
  }
}

function sharedLife(one: ReadLife, other: ReadLife): ReadLife | 'none' {
  if (one.source !== other.source || one.epoch !== other.epoch) return 'none';
  return one.untilMs <= other.untilMs ? one : other;
}
