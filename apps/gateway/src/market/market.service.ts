import { Networks, profileEntry } from '@app/networks';
import { OraclePrices } from '@app/prices';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { answerInteger } from '../formatting/answer-values';
import { keepText } from '../json/answer-text';
import { requireAccount } from '../lookups/known-account';
import { type OraclePriceAnswer, oraclePriceAnswer } from '../lookups/oracle-price.answer';
import { OwnOrders } from '../lookups/own-orders';
import { ProfileMonitor } from '../profile/profile-monitor';
import type { GetBtcPriceInput } from './dto/get-btc-price.dto';
import type { GetOrderbookAnswer, GetOrderbookInput } from './dto/get-orderbook.dto';
import type { GetOrdersAnswer, GetOrdersInput } from './dto/get-orders.dto';
import type { GetTradesAnswer, GetTradesInput } from './dto/get-trades.dto';
import type { Orderbook } from './orderbook';
import { OrderbookReader } from './orderbook-reader';
import { orderAnswer, orderbookAnswer, tradeAnswer } from './market-answers';
import { TradeHistory } from './trade-history';

@Injectable()
export class MarketService {
  /** By book, which equal reads of one moment share: the last answer made of it. A book is of one network and pair. */
  readonly #lastAnswers = new WeakMap<
    Orderbook,
    { readonly depth: number; readonly answer: GetOrderbookAnswer }
  >();

  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly orderbooks: OrderbookReader,
    private readonly ownOrders: OwnOrders,
    private readonly history: TradeHistory,
    private readonly prices: OraclePrices,
  ) {}

  async orderbook({ network, pair: name, depth }: GetOrderbookInput): Promise<GetOrderbookAnswer> {
    const pair = this.networks.of(network).profile.pair(name);
    const { book, isTruncated } = await this.orderbooks.orderbook(network, pair);
    const last = this.#lastAnswers.get(book);
    if (last?.depth === depth) return last.answer;
    const answer = keepText({ network, ...orderbookAnswer(pair, book, depth), truncated: isTruncated });
    this.#lastAnswers.set(book, { depth, answer });
    return answer;
  }

  async orders({ network, account, pair: name }: GetOrdersInput): Promise<GetOrdersAnswer> {
    const { profile } = this.networks.of(network);
    const pairs = name === undefined ? profile.pairs() : [profile.pair(name)];
    await requireAccount(this.chains.of(network), account);
    const found = await Promise.all(
      pairs.map(async (pair) => ({ pair, ...(await this.ownOrders.of(network, pair, account)) })),
    );
    return {
      network,
      account,
      orders: found.flatMap(({ pair, orders }) => orders.map((order) => orderAnswer(pair, order))),
      truncated: found.some(({ isTruncated }) => isTruncated),
    };
  }

  async trades(input: GetTradesInput): Promise<GetTradesAnswer> {
    const { network, pair: name, account } = input;
    const pair = this.networks.of(network).profile.pair(name);
    if (account !== undefined) await requireAccount(this.chains.of(network), account);
    const wanted = { account, beforeId: input.before_id, limit: input.limit };
    const { trades, hasUnread, hasMore, nextBeforeId } = await this.history.read(network, pair, wanted);
    return {
      network,
      pair: name,
      trades: trades.map((trade) => tradeAnswer(pair, trade)),
      truncated: hasUnread || (account !== undefined && hasMore),
      next_before_id: nextBeforeId === undefined ? null : answerInteger(nextBeforeId),
    };
  }

  async btcPrice({ network, pair }: GetBtcPriceInput): Promise<OraclePriceAnswer> {
    this.profiles.assertEntries(network, profileEntry.table('prices'));
    return oraclePriceAnswer(network, await this.prices.of(network, pair));
  }
}
