import { setTimeout as delay } from 'node:timers/promises';

/** Runs a task at once and in an interval from its end, until it is stopped. Keeps no process alive. */
export class RepeatedTask {
  #stop: AbortController | undefined;
  #running: Promise<void> | undefined;

  /** @param task must not reject */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly intervalMs: number,
  ) {}

  /** Starts it unless it runs. */
  start(): void {
    if (this.#stop !== undefined) return;
    this.#stop = new AbortController();
    void this.#repeat(this.#stop.signal);
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  /** One run; callers that ask while one runs wait for the same. */
  run(): Promise<void> {
    this.#running ??= this.task().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.run();
      // Ends with the process, and at once when it is stopped.
      await delay(this.intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
