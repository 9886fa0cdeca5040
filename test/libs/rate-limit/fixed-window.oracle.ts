import fc from 'fast-check';
import { WINDOW_MS } from '@app/rate-limit';

/** The rule in its simplest form: units since the window began, and the time it began. */
export class FixedWindowOracle {
  #nowMs = 0;
  readonly #windows = new Map<string, { began: number; hits: number }>();

  hit(key: string, units: number): number {
    const window = this.#windows.get(key);
    const isOpen = window !== undefined && this.#nowMs - window.began < WINDOW_MS;
    const hits = isOpen ? window.hits + units : units;
    this.#windows.set(key, { began: isOpen ? window.began : this.#nowMs, hits });
    return hits;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

export type Step = { readonly hit: string; readonly units: number } | { readonly advanceMs: number };

/** Histories of a few clients. Time moves in steps that are long against the time a test really takes. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        hit: fc.constantFrom('read:a', 'read:b', 'relay:a'),
        units: fc.integer({ min: 1, max: 70 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ advanceMs: fc.constantFrom(10_000, 20_000, 50_000, 60_000) }) },
  ),
  { maxLength: 60 },
);
