import { OraclePrices } from '@app/prices';
import { Injectable } from '@nestjs/common';
import { answerInteger } from '../formatting/answer-values';
import { requireAccount } from '../lookups/known-account';
import { type OraclePriceAnswer, oraclePriceAnswer } from '../lookups/oracle-price.answer';
import { OwnOrders } from '../lookups/own-orders';
import type { GetBtcPriceInput } from './dto/get-btc-price.dto';
import type { GetOrderbookAnswer, GetOrderbookInput } from './dto/get-orderbook.dto';
import type { GetOrdersAnswer, GetOrdersInput } from './dto/get-orders.dto';
import type { GetTradesAnswer, GetTradesInput } from './dto/get-trades.dto';
import { OrderbookReader } from './orderbook-reader';
import { orderAnswer, orderbookAnswer, tradeAnswer } from './market-answers';
import { TradeHistory } from './trade-history';
import type { Network } from '../network/network';

@Injectable()
export class MarketService {
  constructor(
    private readonly orderbooks: OrderbookReader,
    private readonly ownOrders: OwnOrders,
    private readonly history: TradeHistory,
    private readonly prices: OraclePrices,
  ) {}

  async orderbook(network: Network, { pair: name, depth }: GetOrderbookInput): Promise<GetOrderbookAnswer> {
    const pair = network.pair(name);
    const { book, isTruncated } = await this.orderbooks.orderbook(network, pair);
    return { network: network.name, ...orderbookAnswer(pair, book, depth), truncated: isTruncated };
  }

  async orders(network: Network, { account, pair: name }: GetOrdersInput): Promise<GetOrdersAnswer> {
    const pairs = name === undefined ? network.profile.pairs() : [network.pair(name)];
    await requireAccount(network.chain, account);
    const found = await Promise.all(
      pairs.map(async (pair) => ({ pair, ...(await this.ownOrders.of(network, pair, account)) })),
    );
    return {
      network: network.name,
      account,
      orders: found.flatMap(({ pair, orders }) => orders.map((order) => orderAnswer(pair, order))),
      truncated: found.some(({ isTruncated }) => isTruncated),
    };
  }

  async trades(network: Network, input: GetTradesInput): Promise<GetTradesAnswer> {
    const { pair: name, account } = input;
    const pair = network.pair(name);
    if (account !== undefined) await requireAccount(network.chain, account);
    const wanted = { account, beforeId: input.before_id, limit: input.limit };
    const { trades, hasUnread, hasMore, nextBeforeId } = await this.history.read(network, pair, wanted);
    return {
      network: network.name,
      pair: name,
      trades: trades.map((trade) => tradeAnswer(pair, trade)),
      truncated: hasUnread || (account !== undefined && hasMore),
      next_before_id: nextBeforeId === undefined ? null : answerInteger(nextBeforeId),
    };
  }

  async btcPrice(network: Network, { pair }: GetBtcPriceInput): Promise<OraclePriceAnswer> {
    return oraclePriceAnswer(network.name, await this.prices.of(network, pair));
  }
}
