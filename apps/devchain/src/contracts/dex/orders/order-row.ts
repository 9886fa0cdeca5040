import { formatPrice, parsePrice } from '@app/antelope';
import type { Order } from '../matching/order';
import type { Pair } from '../pairs';
import type { OrderRow } from '../tables';

export function rowOfOrder(pair: Pair, order: Order): OrderRow {
  return {
    identifier: order.identifier,
    account: order.account,
    price: formatPrice(order.price, pair.priceDecimals),
    baseAsset: { units: order.base, symbol: pair.base.symbol, precision: pair.base.precision },
    quoteAsset: { units: order.quote, symbol: pair.quote.symbol, precision: pair.quote.precision },
    type: order.side,
  };
}

export function orderOfRow(pair: Pair, row: OrderRow): Order {
  return {
    identifier: row.identifier,
    account: row.account,
    side: row.type,
    price: parsePrice(row.price, pair.priceDecimals),
    base: row.baseAsset.units,
    quote: row.quoteAsset.units,
  };
}
