/**
 * Continues searches one at a time, each in a turn of the event loop of its own: requests that came meanwhile are
 * answered between them, also where every statement runs on this thread.
 */
export class EventLoopTurns {
  readonly #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
