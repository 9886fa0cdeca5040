import type { Network } from '../../network/network';
import { Look } from '../reads/look';

/** A look that has its place among the others: a later one has a higher number. */
export interface NumberedLook {
  readonly number: number;
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
      this.#last = await Look.at(this.network, this.#last?.head);
      return { number: (this.#number += 1), look: this.#last };
    } catch (error) {
      return { number: (this.#number += 1), look: new Failed(error) };
    }
  }
}
