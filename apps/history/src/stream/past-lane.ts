import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/** Lets other work of the thread run: for so long, and for a turn of the event loop at least. */
async function pauseFor(ms: number): Promise<void> {
  await delay(ms);
  await turn();
}

/**
 * Pages of the past of all clients, one at a time, in the order in which they are wanted. To search, decode and print one
 * keeps the thread of connections busy, which answers liveness and passes on the requests of others: behind each page it
 * is free of the past for as long as the page kept it busy, however many clients read.
 */
export class PastLane {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly pause = pauseFor) {}

  async run(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    let free = (): void => undefined;
    this.#last = new Promise((resolve) => (free = resolve));
    await before;
    const start = performance.eventLoopUtilization();
    try {
      await work();
    } finally {
      // Without the time in which the page waited for a database.
      void this.pause(performance.eventLoopUtilization(start).active).then(free);
    }
  }
}
