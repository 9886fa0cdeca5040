import { formatAmount, formatPrice, nameToValue, type PackedAction } from '@app/antelope';
import { lockOf, type Order, type OrderTerms } from '../contracts/dex/matching/order';
import { orderOfRow } from '../contracts/dex/orders/order-row';
import type { Pair } from '../contracts/dex/pairs';
import { sideOfBook } from '../contracts/dex/matching/price-time';
import { cancelorder } from '../contracts/dex/signatures';
import { ordersTable } from '../contracts/dex/tables';
import { decode } from '../kernel/sdk/abi/abi-type';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { payment } from '../operators/issuer';
import { EXCHANGE } from '../contracts/shared/account-names';

/** The open orders of an account. */
export function ordersOf({ chain }: InProcessClient, account: string, pair: Pair): Order[] {
  const rows = chain.table(EXCHANGE, nameToValue(pair.name), ordersTable.name)?.rows() ?? [];
  return Array.from(rows, ({ value }) => decode(ordersTable.row, value))
    .filter((row) => row.account === account)
    .map((row) => orderOfRow(pair, row));
}

/** The best order of a side. */
export function bestOrder({ chain }: InProcessClient, pair: Pair, side: Order['side']): Order | undefined {
  const index = chain.table(EXCHANGE, nameToValue(pair.name), ordersTable.name)?.index(0);
  for (const { row } of index?.entries(sideOfBook(side)) ?? [])
    return orderOfRow(pair, decode(ordersTable.row, row.value));
  return undefined;
}

/** Places an order: the payment of what it locks. */
export function placing(account: string, pair: Pair, terms: OrderTerms): PackedAction {
  const token = terms.side === 'buy' ? pair.quote : pair.base;
  const quantity = `${formatAmount(terms.base, pair.base.precision)} ${pair.base.symbol}`;
  const price = `${formatPrice(terms.price, pair.priceDecimals)} ${pair.quote.symbol}`;
  return payment(account, EXCHANGE, token, lockOf(pair, terms), `${terms.side}:${quantity}:${price}`);
}

export function cancelling(account: string, pair: Pair, { identifier }: Order): PackedAction {
  return actionOf(EXCHANGE, cancelorder, { orderIdentifier: identifier, pair: pair.name }, account);
}
