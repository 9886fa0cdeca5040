/** Second requests beside late ones, as a share of all requests. */
const SHARE = 0.1;
/** Second requests that may be sent at once, when a node begins to hang. */
const BURST = 50;

/** Bounds the load that hedging adds to the nodes. */
export class HedgeBudget {
  #tokens = BURST;

  get isLeft(): boolean {
    return this.#tokens >= 1;
  }

  /** A request begins. */
  earn(): void {
    this.#tokens = Math.min(BURST, this.#tokens + SHARE);
  }

  /** A second request is sent. */
  spend(): void {
    this.#tokens = Math.max(0, this.#tokens - 1);
  }
}
