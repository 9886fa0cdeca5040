import type { AbiType, ValueOf } from '../../kernel/sdk/abi/abi-type';
import { struct } from '../../kernel/sdk/abi/containers';
import { uint32, uint64 } from '../../kernel/sdk/abi/integers';
import { asset, name, string } from '../../kernel/sdk/abi/scalars';
import { table } from '../../kernel/sdk/table';
import type { Side } from './matching/order';
import { priceTimeKey } from './matching/price-time';

/** On chain a string: only the exchange writes it. */
const side: AbiType<Side> = { ...string, read: (reader) => (string.read(reader) === 'buy' ? 'buy' : 'sell') };

const order = struct('order', {
  identifier: uint64,
  account: name,
  /** Decimal string with all decimals of the pair. */
  price: string,
  /** Remaining amount to trade. */
  baseAsset: asset,
  /** The value of that: what a buy keeps locked, what a sell will bring at least. */
  quoteAsset: asset,
  type: side,
});
export type OrderRow = ValueOf<typeof order>;

const trade = struct('trade', {
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
});

const counter = struct('counter', {
  /** Orders and trades numbered so far, of all pairs. */
  orders: uint64,
  trades: uint64,
});

/** Open orders; the scope is the pair. */
export const ordersTable = table({
  name: 'orderbook2',
  row: order,
  primaryKey: ({ identifier }) => identifier,
  indexes: [{ name: 'pricetime', kind: 'i128', key: keyOfRow }],
});

/** Trades of all pairs, in the scope of the exchange. */
export const tradesTable = table({ name: 'history2', row: trade, primaryKey: ({ id }) => id });

/** One row, in the scope of the exchange. */
export const countersTable = table({ name: 'counters', row: counter, primaryKey: () => 0n });

/** All prices of a scope have the same decimals, so that their digits alone are in order. */
function keyOfRow({ type, price, identifier }: OrderRow): bigint {
  return priceTimeKey({ side: type, price: BigInt(price.replace('.', '')), identifier });
}
