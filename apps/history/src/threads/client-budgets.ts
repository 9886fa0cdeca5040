import { LRUCache } from 'lru-cache';

/** Clients whose work is remembered: the longest unseen is forgotten, which has the most of its budget back. */
const MAX_CLIENTS = 20_000;

interface Spent {
  ms: number;
  atMs: number;
}

/** The work of each client in a time window: a budget of milliseconds, which comes back evenly over the window. */
export class ClientBudgets {
  readonly #spent = new LRUCache<string, Spent>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 });

  constructor(
    private readonly budgetMs: number,
    private readonly windowMs: number,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** Seconds until the client has budget again; undefined: it has some. */
  waitSeconds(client: string): number | undefined {
    const { ms } = this.#of(client);
    if (ms < this.budgetMs) return undefined;
    return Math.max(1, Math.ceil((ms - this.budgetMs) / (this.budgetMs / this.windowMs) / 1000));
  }

  /** Negative: gives back what was charged before the work was known. */
  charge(client: string, ms: number): void {
    const spent = this.#of(client);
    this.#spent.set(client, { ...spent, ms: Math.max(0, spent.ms + ms) });
  }

  #of(client: string): Spent {
    const atMs = this.monotonicMs();
    const spent = this.#spent.get(client);
    if (spent === undefined) return { ms: 0, atMs };
    const back = ((atMs - spent.atMs) * this.budgetMs) / this.windowMs;
    return { ms: Math.max(0, spent.ms - back), atMs };
  }
}
