/** Seeded random choices: the same seed gives the same sequence on every machine. Source: mulberry32. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 to `below` - 1. */
  integer(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  chance(count: number): boolean {
    return this.integer(count) === 0;
  }

  oneOf<T>(values: readonly T[]): T {
    const value = values[this.integer(values.length)];
    if (value === undefined) throw new Error('there is nothing to choose from');
    return value;
  }
}
