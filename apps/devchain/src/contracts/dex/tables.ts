import type { AbiType } from '../../kernel/sdk/abi/abi-type';
import { struct } from '../../kernel/sdk/abi/containers';
import { uint32, uint64 } from '../../kernel/sdk/abi/integers';
import { asset, name, string } from '../../kernel/sdk/abi/scalars';
import { type RowOf, table } from '../../kernel/sdk/table';
import { idKey, onlyRowKey } from '../shared/table-keys';
import type { Side } from './matching/order';
import { priceTimeKey } from './matching/price-time';

/** On chain a string: only the exchange writes it. */
const side: AbiType<Side> = { ...string, read: (reader) => (string.read(reader) === 'buy' ? 'buy' : 'sell') };

/** Open orders; the scope is the pair. */
export const ordersTable = table({
  name: 'orderbook2',
  row: struct('order', {
    identifier: uint64,
    account: name,
    /** Decimal string with all decimals of the pair, so that the digits of all prices of a scope are in order. */
    price: string,
    /** Remaining amount to trade. */
    baseAsset: asset,
    /** Value of the remaining amount: for a buy the locked amount, for a sell the least proceeds. */
    quoteAsset: asset,
    type: side,
  }),
  primaryKey: ({ identifier }) => identifier,
  indexes: [
    {
      name: 'pricetime',
      kind: 'i128',
      key: ({ type, price, identifier }) =>
        priceTimeKey({ side: type, price: BigInt(price.replace('.', '')), identifier }),
    },
  ],
});
export type OrderRow = RowOf<typeof ordersTable>;

/** Trades of all pairs, in the scope of the exchange. */
export const tradesTable = table({
  name: 'history2',
  row: struct('trade', {
    id: uint64,
    pair: string,
    seller: name,
    buyer: name,
    price: string,
    baseAsset: asset,
    quoteAsset: asset,
    /** Time of the block, milliseconds since 1970, as text. */
    timestamp: string,
    /** The side of the order that came last. */
    type: side,
    blockNumber: uint32,
  }),
  primaryKey: idKey,
});

/** Last ids of orders and trades, of all pairs: one row, in the scope of the exchange. */
export const countersTable = table({
  name: 'counters',
  row: struct('counter', { orders: uint64, trades: uint64 }),
  primaryKey: onlyRowKey,
});
