import { fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { lockOf } from '../matching/order';
import { pairNamed } from '../pairs';
import { REFUSALS } from '../refusals';
import { Book } from './book';
import { pay } from './payout';

/** Takes an order of the caller out of the book and gives back what it locked. */
export function cancelOrder(
  context: ContractContext,
  { orderIdentifier, pair: pairName }: { orderIdentifier: bigint; pair: string },
): void {
  const pair = pairNamed(pairName) ?? fail(REFUSALS.unknownPair);
  const book = new Book(context, pair);
  const order = book.find(orderIdentifier) ?? fail(REFUSALS.noOrder);
  if (!context.hasAuth(order.account)) fail(REFUSALS.notOwner);
  book.remove(order);
  const token = order.side === 'buy' ? pair.quote : pair.base;
  pay(context, pair, { to: order.account, token, units: lockOf(pair, order), reason: 'refund' });
}
