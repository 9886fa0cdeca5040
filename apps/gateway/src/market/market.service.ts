import { Networks, profileEntry } from '@app/networks';
import { OraclePrices } from '@app/prices';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../chain/known-account';
import { type OraclePriceAnswer, oraclePriceAnswer } from '../chain/oracle-price.answer';
import { ProfileWatch } from '../chain/profile-watch';
import type { GetBtcPriceInput } from './dto/get-btc-price.dto';
import type { GetOrderbookAnswer, GetOrderbookInput } from './dto/get-orderbook.dto';
import type { GetOrdersAnswer, GetOrdersInput } from './dto/get-orders.dto';
import type { GetTradesAnswer, GetTradesInput } from './dto/get-trades.dto';
import { Exchange } from './exchange';
import { orderAnswer, orderbookAnswer, tradeAnswer } from './market-answers';

@Injectable()
export class MarketService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
    private readonly exchange: Exchange,
    private readonly prices: OraclePrices,
  ) {}

  async orderbook({ network, pair: name, depth }: GetOrderbookInput): Promise<GetOrderbookAnswer> {
    const pair = this.networks.of(network).profile.pair(name);
    const { book, isTruncated } = await this.exchange.orderbook(network, pair);
    return { network, ...orderbookAnswer(pair, book, depth), truncated: isTruncated };
  }

  async orders({ network, account, pair: name }: GetOrdersInput): Promise<GetOrdersAnswer> {
    const { profile } = this.networks.of(network);
    const pairs = name === undefined ? profile.pairs() : [profile.pair(name)];
    const [books] = await Promise.all([
      Promise.all(pairs.map((pair) => this.exchange.openOrders(network, pair))),
      requireAccount(this.chains.of(network), account),
    ]);
    const orders = pairs.flatMap((pair, index) =>
      (books[index]?.orders ?? [])
        .filter((order) => order.account === account)
        .map((order) => orderAnswer(pair, order)),
    );
    return { network, account, orders, truncated: books.some(({ isTruncated }) => isTruncated) };
  }

  async trades({ network, pair: name, limit }: GetTradesInput): Promise<GetTradesAnswer> {
    const pair = this.networks.of(network).profile.pair(name);
    const { trades, isTruncated } = await this.exchange.trades(network, pair, limit);
    return {
      network,
      pair: name,
      trades: trades.map((trade) => tradeAnswer(pair, trade)),
      truncated: isTruncated,
    };
  }

  async btcPrice({ network, pair }: GetBtcPriceInput): Promise<OraclePriceAnswer> {
    this.profiles.require(network, profileEntry.table('prices'));
    return oraclePriceAnswer(network, await this.prices.of(network, pair));
  }
}
