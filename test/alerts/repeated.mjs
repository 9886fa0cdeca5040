// Work that continues beside a case, until it is stopped.
import { setTimeout as delay } from 'node:timers/promises';

export class Repeated {
  #isRunning = true;
  #done;

  constructor(work, pauseMs) {
    this.#done = this.#run(work, pauseMs);
    // It rejects where it is stopped.
    this.#done.catch(() => undefined);
  }

  async #run(work, pauseMs) {
    while (this.#isRunning) {
      await work();
      await delay(pauseMs);
    }
  }

  /** Resolves when the last round has ended. @throws the error of a round */
  async stop() {
    this.#isRunning = false;
    await this.#done;
  }
}
