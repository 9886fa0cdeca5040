import type { Network } from '../../network/network';
import { Look } from '../reads/look';

/** Where a look stands among the others. */
export interface LookPlace {
  /** A later one has a higher number. */
  readonly number: number;
  /** Its reads are of this head block or a later one; undefined where the look failed. */
  readonly headBlock: number | undefined;
}

/** A look and its place. */
export interface NumberedLook extends LookPlace {
  readonly look: Look | Failed;
}

/** A read that failed, and why. */
export class Failed {
  constructor(readonly reason: unknown) {}
}

/** The looks at one network, one after the other: those who ask while one runs share the next. */
export class Looks {
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<NumberedLook> | undefined;
  #last: Look | undefined;
  #number = 0;

  constructor(private readonly network: Network) {}

  next(): Promise<NumberedLook> {
    this.#next ??= this.#running.then(() => {
      const look = this.#look();
      this.#next = undefined;
      this.#running = look;
      return look;
    });
    return this.#next;
  }

  async #look(): Promise<NumberedLook> {
    try {
      this.#last = await Look.at(this.network, this.#last);
      return { number: (this.#number += 1), headBlock: this.#last.head.headBlockNum, look: this.#last };
    } catch (error) {
      return { number: (this.#number += 1), headBlock: undefined, look: new Failed(error) };
    }
  }
}
