import { sha256 } from '@app/antelope';

/** Deterministic random numbers: the stream depends on a seed text alone. */
export class SeededRandom {
  #state: number;

  constructor(text: string) {
    this.#state = new DataView(sha256(Buffer.from(text, 'utf8')).slice().buffer).getUint32(0);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor((this.#next() * count) / 0x1_0000_0000);
  }

  /** A whole number within the bounds, both included. */
  between(lowest: bigint, highest: bigint): bigint {
    const span = highest - lowest + 1n;
    const value = (BigInt(this.#next()) << 32n) | BigInt(this.#next());
    return lowest + ((value * span) >> 64n);
  }

  /** True with a probability of 1 in `count`. */
  chance(count: number): boolean {
    return this.below(count) === 0;
  }

  /** 32 bits. Mulberry32: the period is long enough for the few draws of one block. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
