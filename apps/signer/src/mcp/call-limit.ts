import { type answered, failed } from './answers';

type ToolAnswer = ReturnType<typeof answered>;

/** Calls of one session at a time: each may hold connections to the gateway and to the nodes. */
const MOST_CALLS = 16;

/** Refuses calls of a session while others of it wait for their answers. */
export class CallLimit {
  #running = 0;

  async run<T>(work: () => Promise<T>): Promise<T | ToolAnswer> {
    if (this.#running >= MOST_CALLS)
      return failed(`refused (rate): ${MOST_CALLS} calls of this session have no answer yet: wait for them`);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
