import type { Chain } from '../kernel/chain';
import { ChainError } from '../kernel/chain-error';
import { BACKSTORY } from './backstory';
import { Dice } from './dice';
import { type Activity, everyday } from './everyday';
import { Feeders } from './feeders';
import { LifeChain } from './life-chain';
import { openMarkets } from './market-makers';
import { MarketPrice } from './market-price';

const HOUR_MS = 3_600_000;
const BLOCK_MS = 500;
/** The markets open that long before the first block of the present. */
const OPENING_MS = 30_000;

export interface LifeOptions {
  readonly chain: Chain;
  /** Everything the people do follows from it and from the times of the blocks. */
  readonly seed: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of what went wrong beyond a refusal of the chain. */
  readonly log?: (line: string) => void;
}

/** Those who live on the chain. They do something after a block, never on a clock of their own. */
export class Life {
  readonly price: MarketPrice;
  readonly feeders: Feeders;
  private readonly chain: LifeChain;
  private readonly activities: readonly Activity[];
  private lastMs: number;
  /** Transactions of theirs that the chain refused, and why it refused the last one. */
  private refusals = { count: 0, last: '' };

  constructor(private readonly options: LifeOptions) {
    this.chain = new LifeChain(options.chain, options.seed, options.now);
    this.price = new MarketPrice(options.seed);
    this.feeders = new Feeders(this.chain);
    this.activities = everyday({ chain: this.chain, feeders: this.feeders, price: this.price });
    this.lastMs = this.chain.timeMs;
  }

  get refused(): { readonly count: number; readonly last: string } {
    return this.refusals;
  }

  /** Lets everyone come to where they are, in blocks of the days before. Once, on a fresh chain. */
  begin(): void {
    const nowMs = this.options.now();
    for (const { hoursAgo, play } of BACKSTORY) {
      this.at(nowMs - hoursAgo * HOUR_MS, (chain) => {
        play({ chain, feeders: new Feeders(chain), price: this.price });
      });
    }
    this.at(nowMs - OPENING_MS, (chain) => {
      new Feeders(chain).submitAll(this.price.btc(chain.timeMs));
      openMarkets(chain, this.price, new Dice(`first orders of ${this.options.seed}`));
    });
    this.lastMs = this.chain.timeMs;
  }

  /** What they do after the head block; it goes into the next one. */
  step(): void {
    const { num, timeMs } = this.options.chain.head();
    for (const { name, periodMs, act } of this.activities) {
      const isDue = Math.floor(timeMs / periodMs) > Math.floor(this.lastMs / periodMs);
      if (isDue) this.attempt(name, () => act(new Dice(`${this.options.seed} ${name} ${String(num)}`)));
    }
    this.lastMs = timeMs;
  }

  /** What it knows beyond the chain. */
  save() {
    return { lastMs: this.lastMs, middle: this.price.middle, refusals: this.refusals };
  }

  load({ lastMs, middle, refusals }: ReturnType<Life['save']>): void {
    this.lastMs = lastMs;
    this.price.middle = middle;
    this.refusals = refusals;
  }

  /** The chain may refuse what the people want; that must not stop them. */
  private attempt(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.refusals = { count: this.refusals.count + 1, last: `${what}: ${reason}` };
      if (!(error instanceof ChainError)) this.options.log?.(`life failed at ${this.refusals.last}`);
    }
  }

  private at(timeMs: number, play: (chain: LifeChain) => void): void {
    const { chain, seed } = this.options;
    // A transaction counts its lifetime from a block that is there.
    chain.openBlockAt(timeMs - BLOCK_MS);
    chain.produceBlock();
    chain.openBlockAt(timeMs);
    play(new LifeChain(chain, seed, () => timeMs));
    chain.produceBlock();
  }
}
