import { fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { ONLY_ROW } from '../../shared/table-keys';
import type { ExchangeLimits } from '../limits';
import { matchOrder } from '../matching/matching';
import { orderValue } from '../matching/order';
import { settle } from '../matching/settlement';
import { REFUSALS } from '../refusals';
import { countersTable } from '../tables';
import { Book } from './book';
import type { RequestedOrder } from './order-memo';
import { pay } from './payout';
import { recordTrade } from './trades';

/** Matches a paid order, pays all parties, and adds the remaining order to the book. */
export function placeOrder(
  context: ContractContext,
  account: string,
  { pair, terms }: RequestedOrder,
  { maxFills, keptTrades }: ExchangeLimits,
): void {
  const book = new Book(context, pair);
  const otherSide = book.side(terms.side === 'buy' ? 'sell' : 'buy');
  const matching = matchOrder(pair, terms, otherSide, maxFills);
  const { fills, left, ending } = matching;
  // A buy so small that at the better price of the book it would be free.
  if (ending === 'dust' && fills.length === 0) fail(REFUSALS.tooSmall(pair.quote.symbol));

  const numbers = nextIds(context, BigInt(fills.length));
  fills.forEach((fill, index) => {
    book.fill(fill);
    recordTrade(context, { id: numbers.trade + BigInt(index), pair, taker: account, fill }, keptTrades);
  });
  if (ending === 'rests') {
    const rest = { ...terms, base: left };
    book.add({ ...rest, account, identifier: numbers.order, quote: orderValue(pair, rest) });
  }
  for (const payout of settle(pair, { ...terms, account }, matching)) pay(context, pair, payout);
  context.print(`order ${String(numbers.order)}: ${String(fills.length)} trades, ${ending}`);
}

/** The id of a new order and of the first of its trades; both count from 1. */
function nextIds(context: ContractContext, trades: bigint): { order: bigint; trade: bigint } {
  const table = context.table(countersTable, context.receiver);
  const before = table.find(ONLY_ROW);
  const used = before ?? { orders: 0n, trades: 0n };
  const after = { orders: used.orders + 1n, trades: used.trades + trades };
  if (before === undefined) table.emplace(context.receiver, after);
  else table.modify(before, after);
  return { order: after.orders, trade: used.trades + 1n };
}
