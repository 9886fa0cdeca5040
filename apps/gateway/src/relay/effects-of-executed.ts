import { formatAmount, formatPrice, type Transaction } from '@app/antelope';
import { profileEntry } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { type ActionTrace, parseRows, rowsWhere } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { executedEffects, type PlacedOrder } from '../composing/effects/executed-effects';
import { orderEffectAnswer } from '../composing/effects/order-effect';
import { fillsOf } from '../composing/effects/order-fills';
import { answerInteger } from '../formatting/answer-values';
import { type Trade, tradeRow } from '../table-rows/trade';
import type { FillAnswer, PlacedOrderAnswer } from './dto/executed-effects.answer';
import type { GetTransactionAnswer } from './dto/get-transaction.dto';
import type { Network } from '../network/network';

/** A transaction that is in a block, by its bytes. */
export interface ExecutedBytes {
  readonly id: string;
  /** The block that holds it. */
  readonly blockNum: number;
  readonly transaction: Transaction;
  /** Its actions; undefined for one that was not decoded. */
  readonly decoded: readonly (DecodedAction | undefined)[];
}

/** Known effects as answers show them. */
export interface EffectsAnswer {
  readonly effects: NonNullable<GetTransactionAnswer['effects']>;
  /** Null where the outcome of an order that it placed is not known. */
  readonly orders: PlacedOrderAnswer[] | null;
}

/** Trades of the exchange that are searched for the fills of an order: one page. */
const NEWEST_TRADES = 500;

/** Reads what executed transactions did, from their traces. */
@Injectable()
export class EffectsOfExecuted {
  /**
   * Undefined where no node has the traces, and where they are not those of the bytes or cannot be read.
   * @param signal until then the nodes that keep traces are asked again
   * @throws NodesDisagreeError
   */
  async of(
    network: Network,
    { id, blockNum, transaction, decoded }: ExecutedBytes,
    signal?: AbortSignal,
  ): Promise<EffectsAnswer | undefined> {
    const traces = await network.chain.executedTraces({ id, blockNum }, signal);
    if (traces === undefined || !areOf(transaction, traces.actions)) return undefined;
    const signer = transaction.actions[0]?.authorization[0]?.actor ?? '';
    const contextFree = transaction.context_free_actions.length;
    const known = executedEffects(network.profile, decoded, traces.actions, { signer, contextFree });
    if (known === undefined) return undefined;
    const effects = known.changes.map((change) => ({ ...change }));
    if (known.orders === null) return { effects, orders: null };
    const orders = known.orders.map(async (order) =>
      placedOrderAnswer(order, await this.#fills(network, order, blockNum)),
    );
    return { effects, orders: await Promise.all(orders) };
  }

  /** Undefined where the trades are not known. */
  async #fills(
    network: Network,
    order: PlacedOrder,
    blockNum: number,
  ): Promise<readonly Trade[] | undefined> {
    const { profile, chain } = network;
    const { pair } = order.terms;
    if (order.effect.filled === 0n) return [];
    const entries = [profileEntry.pair(pair.apiName), profileEntry.table('trades')];
    if (!entries.every((entry) => network.matches(entry))) return undefined;
    const table = network.table('trades', { pair: pair.chainName });
    const { rows } = await chain.tableRows({ ...table, limit: NEWEST_TRADES, reverse: true });
    const ofPair = parseRows(table, tradeRow(pair), rowsWhere(table, rows, 'pair', pair.chainName));
    const ofBlock = ofPair.filter((trade) => trade.blockNum === blockNum).reverse();
    return fillsOf(order, ofBlock, profile.account('exchange'));
  }
}

/** Whether traces contain each action of the transaction, run by its contract. */
function areOf({ actions }: Transaction, traces: readonly ActionTrace[]): boolean {
  const ran = new Set(
    traces
      .filter(({ receiver, contract }) => receiver === contract)
      .map(({ contract, name, data }) => `${contract} ${name} ${data}`),
  );
  return actions.every(({ account, name, data }) => ran.has(`${account} ${name} ${data}`));
}

function placedOrderAnswer(
  { action, terms, effect }: PlacedOrder,
  fills: readonly Trade[] | undefined,
): PlacedOrderAnswer {
  const { pair, side, price, amount } = terms;
  const { base, quote, priceDecimals } = pair;
  const fill = (trade: Trade): FillAnswer => ({
    trade_id: answerInteger(trade.id),
    price: formatPrice(trade.price, priceDecimals),
    amount: formatAmount(trade.amount, base.precision),
    total: formatAmount(trade.total, quote.precision),
  });
  return {
    ...{ action, pair: pair.apiName, side },
    price: formatPrice(price, priceDecimals),
    amount: formatAmount(amount, base.precision),
    ...orderEffectAnswer(terms, effect),
    fills: fills === undefined ? null : fills.map(fill),
  };
}
