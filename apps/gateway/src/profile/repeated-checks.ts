/** Checks of networks that are made again, each after a time of its own, until the application stops. */
export class RepeatedChecks {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isEnded = false;

  /** Makes the check of a network again after this time, unless the checks have ended. */
  again(network: string, afterMs: number, check: () => Promise<void>): void {
    if (this.#isEnded) return;
    this.#timers.set(network, setTimeout(() => void check(), afterMs).unref());
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  end(): void {
    this.#isEnded = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
