import type { Pair } from '@app/networks';
import { OraclePrices, UnknownFeedError } from '@app/prices';
import { ToolError } from '@app/tooling';
import { UnreadableRowError } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { OrderbookReader } from './orderbook-reader';
import type { MarketFacts } from './order-warnings';
import type { Network } from '../network/network';

/** Reads what an order is compared with. */
@Injectable()
export class MarketFactsReader {
  constructor(
    private readonly orderbooks: OrderbookReader,
    private readonly prices: OraclePrices,
  ) {}

  /** An order needs none of them: what the profile or the rows do not allow to read is undefined. */
  async of(network: Network, pair: Pair): Promise<MarketFacts> {
    const [read, oracle] = await Promise.all([
      orUndefined(() => this.orderbooks.orderbook(network, pair)),
      isPricedByOracle(pair) ? orUndefined(() => this.prices.of(network)) : null,
    ]);
    return { book: read?.book, oracle };
  }
}

/** The oracle has the price of BTC in dollars. */
export const isPricedByOracle = ({ base, quote }: Pair): boolean =>
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
