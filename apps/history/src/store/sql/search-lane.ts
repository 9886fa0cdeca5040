import { StoreUnavailableError } from '../errors';

/** Searches of one reader that run at a time. Each holds a connection, of which pages need some too. */
export const MAX_SEARCHES = 4;
const MAX_WAITING = 64;

/** Lets a few searches run at a time; the others wait in their order, and too many of them are refused. */
export class SearchLane {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @throws StoreUnavailableError when too many wait */
  async run<T>(search: () => Promise<T>): Promise<T> {
    if (this.#running < MAX_SEARCHES) this.#running += 1;
    else await this.#turn();
    try {
      return await search();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING)
      throw new StoreUnavailableError('too many searches wait: narrow the search, or try again');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
