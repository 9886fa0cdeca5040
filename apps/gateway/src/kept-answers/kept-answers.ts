import { AnswerLife, CLOCK, type Clock, Metrics, type ReadLife, type SeenHead } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AnswerText } from '@app/tooling';

/** An answer of a read tool as it was sent. */
export interface KeptAnswer {
  readonly text: AnswerText;
  /** Value of its header x-verified; undefined: nothing was compared. */
  readonly verified: string | undefined;
}

/** One call whose answer is not at hand. */
export interface AnsweredCall {
  /** Runs the code that makes the answer. */
  run<T>(make: () => T): T;
  /** Head that the answer was made at, once it is made; undefined: of no network. */
  readonly seen: SeenHead | undefined;
  /** Keeps the answer for equal calls, as long as the reads it was made of hold. */
  keep(answer: KeptAnswer): void;
}

/** An answer that is kept. */
export type AtHand = KeptAnswer & ReadLife;

/** Of all answers, in both forms. */
const MAX_BYTES = 32 * 1024 * 1024;
/** One answer takes at most this part of the memory. */
const MAX_SHARE = 1 / 8;
/** Longer inputs are not looked for: no usual one is. */
const MAX_INPUT_CHARACTERS = 1_024;
/** Memory of an entry besides its texts. */
const ENTRY_BYTES = 512;

/**
 * The texts of answers of read tools, by tool and input, for REST and MCP alike. An answer serves as long as each read of
 * the chain that it was made of: until something is pushed, the chain advances, or the time of a block is over.
 */
@Injectable()
export class KeptAnswers {
  readonly #entries = new LRUCache<string, AtHand>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES * MAX_SHARE,
    sizeCalculation: ({ text }, key) => 2 * text.json.bytes + key.length + ENTRY_BYTES,
  });
  readonly #count: (source: 'kept' | 'made') => void;
  #generation = 0;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const counters = {
      kept: metrics.toolAnswers.labels({ source: 'kept' }),
      made: metrics.toolAnswers.labels({ source: 'made' }),
    };
    this.#count = (source) => {
      counters[source].inc();
    };
  }

  /**
   * The answer to an equal call that still holds, or how this one is made and kept.
   * @throws ConsistencyRefusedError for a call that names a block of another chain
   */
  of(tool: string, input: object): AtHand | AnsweredCall {
    const key = `${tool} ${JSON.stringify(input)}`;
    const kept = this.#entries.get(key);
    if (kept !== undefined && this.#holds(kept) && kept.source.isConsistent(kept.headBlock)) {
      this.#count('kept');
      return kept;
    }
    this.#count('made');
    const life = new AnswerLife();
    const generation = this.#generation;
    return {
      run: (make) => life.run(make),
      get seen() {
        return life.seen;
      },
      keep: (answer) => {
        const { whole } = life;
        const isKept = whole !== undefined && this.#holds(whole) && key.length <= MAX_INPUT_CHARACTERS;
        if (isKept && generation === this.#generation) this.#entries.set(key, { ...answer, ...whole });
      },
    };
  }

  /** Nothing that is kept serves any more, nor what running calls answer: they began by another configuration. */
  drop(): void {
    this.#generation += 1;
    this.#entries.clear();
  }

  #holds({ source, epoch, untilMs }: ReadLife): boolean {
    return source.epoch === epoch && this.clock.monotonicMs() < untilMs;
  }
}

/** Whether an answer is at hand. */
export const isAtHand = (found: AtHand | AnsweredCall): found is AtHand => 'text' in found;
