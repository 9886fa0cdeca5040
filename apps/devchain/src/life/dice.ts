import { sha256 } from '@app/antelope';

/** Chance that is the same every time: a stream of numbers that follows from a text alone. */
export class Dice {
  private state: number;

  constructor(text: string) {
    this.state = new DataView(sha256(Buffer.from(text, 'utf8')).slice().buffer).getUint32(0);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor((this.next() * count) / 0x1_0000_0000);
  }

  /** A whole number within the bounds, both of which can be thrown. */
  between(lowest: bigint, highest: bigint): bigint {
    const span = highest - lowest + 1n;
    const thrown = (BigInt(this.next()) << 32n) | BigInt(this.next());
    return lowest + ((thrown * span) >> 64n);
  }

  /** True once in so many throws. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  /** 32 bits. Mulberry32: the period is long enough for the few throws of one block. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
