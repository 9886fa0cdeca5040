import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/** A page that waits for a database keeps the others waiting for so long. */
const MAX_WAIT_MS = 1_000;

/** Lets other work of the thread run: for so long, and for a turn of the event loop at least. */
async function pauseFor(ms: number): Promise<void> {
  await delay(ms);
  await turn();
}

const late = (signal: AbortSignal): Promise<void> => delay(MAX_WAIT_MS, undefined, { signal, ref: false });

/**
 * Pages of the past of all clients, one at a time, in the order in which they are wanted. To search, decode and print one
 * keeps the thread of connections busy, which answers liveness and passes on the requests of others: behind each page it
 * is free of the past for as long as the page kept it busy, however many clients read. The next page does not wait for
 * one that takes long, as it does where its store is away.
 */
export class PastLane {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly pause = pauseFor,
    private readonly isLate = late,
  ) {}

  async run(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    let free = (): void => undefined;
    this.#last = new Promise((resolve) => (free = resolve));
    await before;
    const start = performance.eventLoopUtilization();
    const page = work();
    void this.#ended(page)
      // Without the time in which the page waited for a database.
      .then(() => this.pause(performance.eventLoopUtilization(start).active))
      .then(free);
    return page;
  }

  /** Resolves once the page ended, whose error is the caller's, or is late. */
  async #ended(page: Promise<void>): Promise<void> {
    const timeout = new AbortController();
    const ended = page.then(
      () => undefined,
      () => undefined,
    );
    try {
      await Promise.race([ended, this.isLate(timeout.signal)]);
    } finally {
      timeout.abort();
    }
  }
}
