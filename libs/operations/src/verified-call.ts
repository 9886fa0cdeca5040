import { AsyncLocalStorage } from 'node:async_hooks';

/** How many nodes gave the answer that is used, of those it was compared over. */
export interface Verification {
  readonly agreeing: number;
  readonly asked: number;
}

const calls = new AsyncLocalStorage<VerifiedCall>();

/** One call of a tool whose reads are compared over nodes before they are used. */
export class VerifiedCall {
  #weakest: Verification | undefined;

  /** @param isNeeded whether its reads are compared on every network, also where the operator has none compared */
  constructor(readonly isNeeded = false) {}

  /** The call that the running code belongs to; undefined in every other one. */
  static get current(): VerifiedCall | undefined {
    return calls.getStore();
  }

  /** The verification of the read that the fewest nodes agree on; undefined: nothing was compared. */
  get weakest(): Verification | undefined {
    return this.#weakest;
  }

  /** Runs the code of the call. */
  run<T>(code: () => T): T {
    return calls.run(this, code);
  }

  /** A read of the call was answered; undefined: it was not compared. */
  record(verification: Verification | undefined): void {
    if (verification === undefined) return;
    const { agreeing, asked } = verification;
    const known = this.#weakest;
    const isWeaker =
      known === undefined ||
      agreeing < known.agreeing ||
      (agreeing === known.agreeing && asked > known.asked);
    if (isWeaker) this.#weakest = verification;
  }
}
