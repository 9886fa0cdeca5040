import type { Chain } from '../kernel/chain';
import { ChainError } from '../kernel/sdk/errors/chain-error';
import { SIMULATED_SIGNERS } from './actors';
import { SEED_HISTORY } from './seed-history';
import { SeededRandom } from './seeded-random';
import { type Activity, schedule } from './schedule';
import { Feeders } from '../operators/feeders';
import { InProcessClient } from '../client/in-process-client';
import { openMarkets } from './market-makers';
import { MarketPrice } from './market-price';
import { BLOCK_INTERVAL_MS } from '../kernel/blocks/slots';

const HOUR_MS = 3_600_000;
/** First orders are placed this long before the first block of the present. */
const OPENING_MS = 30_000;

export interface SimulationOptions {
  readonly chain: Chain;
  /** All simulated activity is a function of it and of the block times. */
  readonly seed: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives failures that are not refusals of the chain. */
  readonly log?: (line: string) => void;
}

/** Simulated actors. They act on block events, never on timers. */
export class Simulation {
  /** Activities that were due in a pause do not run after it. */
  isPaused = false;
  readonly price: MarketPrice;
  readonly feeders: Feeders;
  readonly #chain: InProcessClient;
  readonly #activities: readonly Activity[];
  #lastMs: number;
  /** Number of refused transactions, and the reason of the last one. */
  #refusals = { count: 0, last: '' };

  constructor(private readonly options: SimulationOptions) {
    this.#chain = this.#client(options.now);
    this.price = new MarketPrice(options.seed);
    this.feeders = new Feeders(this.#chain);
    this.#activities = schedule({ chain: this.#chain, feeders: this.feeders, price: this.price });
    this.#lastMs = this.#chain.timeMs;
  }

  get refused(): { readonly count: number; readonly last: string } {
    return this.#refusals;
  }

  /** Produces the seed history in blocks of the preceding days. Call once, on a fresh chain. */
  begin(): void {
    const nowMs = this.options.now();
    for (const { hoursAgo, run } of SEED_HISTORY) {
      this.#at(nowMs - hoursAgo * HOUR_MS, (chain) => {
        run({ chain, feeders: new Feeders(chain), price: this.price });
      });
    }
    this.#at(nowMs - OPENING_MS, (chain) => {
      new Feeders(chain).submitAll(this.price.btc(chain.timeMs));
      openMarkets(chain, this.price, new SeededRandom(`first orders of ${this.options.seed}`));
    });
    this.#lastMs = this.#chain.timeMs;
  }

  /** Runs the activities that are due at the head block; their transactions go into the next block. */
  step(): void {
    const { num, timeMs } = this.options.chain.head();
    for (const { name, periodMs, act } of this.isPaused ? [] : this.#activities) {
      const isDue = Math.floor(timeMs / periodMs) > Math.floor(this.#lastMs / periodMs);
      if (isDue)
        this.#attempt(name, () => act(new SeededRandom(`${this.options.seed} ${name} ${String(num)}`)));
    }
    this.#lastMs = timeMs;
  }

  /** The state that is not on the chain. */
  save() {
    return { lastMs: this.#lastMs, middle: this.price.middle, refusals: this.#refusals };
  }

  load({ lastMs, middle, refusals }: ReturnType<Simulation['save']>): void {
    this.#lastMs = lastMs;
    this.price.middle = middle;
    this.#refusals = refusals;
  }

  /** A refusal of the chain must not stop the simulation. */
  #attempt(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#refusals = { count: this.#refusals.count + 1, last: `${what}: ${reason}` };
      if (!(error instanceof ChainError)) this.options.log?.(`simulation failed at ${this.#refusals.last}`);
    }
  }

  #at(timeMs: number, run: (chain: InProcessClient) => void): void {
    const { chain } = this.options;
    // The expiration of a transaction is checked against an existing block.
    chain.openBlockAt(timeMs - BLOCK_INTERVAL_MS);
    chain.produceBlock();
    chain.openBlockAt(timeMs);
    run(this.#client(() => timeMs));
    chain.produceBlock();
  }

  #client(now: () => number): InProcessClient {
    const { chain, seed } = this.options;
    return new InProcessClient(chain, { seed, accounts: SIMULATED_SIGNERS, now });
  }
}
