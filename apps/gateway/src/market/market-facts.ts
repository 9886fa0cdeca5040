import { type Pair, profileEntry } from '@app/networks';
import { OraclePrices, UnknownFeedError } from '@app/prices';
import { ToolError } from '@app/tooling';
import { UnreadableRowError } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../profile/profile-monitor';
import { OrderbookReader } from './orderbook-reader';
import type { MarketFacts } from './order-warnings';

/** Reads what an order is compared with. */
@Injectable()
export class MarketFactsReader {
  constructor(
    private readonly profiles: ProfileMonitor,
    private readonly orderbooks: OrderbookReader,
    private readonly prices: OraclePrices,
  ) {}

  /** An order needs none of them: what the profile or the rows do not allow to read is undefined. */
  async of(network: string, pair: Pair): Promise<MarketFacts> {
    const [book, oracle] = await Promise.all([
      orUndefined(async () => (await this.orderbooks.orderbook(network, pair)).book),
      isPricedByOracle(pair) ? orUndefined(() => this.#oraclePrice(network)) : null,
    ]);
    return { book, oracle };
  }

  #oraclePrice(network: string) {
    this.profiles.assertEntries(network, profileEntry.table('prices'));
    return this.prices.of(network);
  }
}

/** The oracle has the price of BTC in dollars. */
const isPricedByOracle = ({ base, quote }: Pair): boolean =>
  base.apiSymbol === 'BTC' && quote.apiSymbol === 'USDT';

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (
      error instanceof ToolError ||
      error instanceof UnknownFeedError ||
      error instanceof UnreadableRowError
    )
      return undefined;
    throw error;
  }
}
