import { quoteUnitsOf } from '@app/antelope';
import type { Pair, ProfileWithoutTables, Token } from '@app/networks';
import type { Side } from '../../table-rows/open-order';
import { assetIn, type DecodedTransfer } from '../sentences/facts';

/** The terms of an order in units. */
export interface OrderTerms {
  readonly account: string;
  readonly pair: Pair;
  readonly side: Side;
  /** Of the base token. */
  readonly amount: bigint;
  /** Quote per base, at the price decimals of the pair. */
  readonly price: bigint;
  /** Tokens that it locks: a sell its amount of the base token, a buy amount x price of the quote token, rounded up. */
  readonly locked: { readonly token: Token; readonly units: bigint };
}

/** The order that a transfer places: a payment to the exchange with a memo of one of the pairs, in the token it locks. */
export function orderOf(
  profile: ProfileWithoutTables,
  transfer: DecodedTransfer | undefined,
): OrderTerms | undefined {
  if (transfer === undefined || transfer.to !== profile.account('exchange')) return undefined;
  const { side, quantity, price: limit } = profile.readMemo('order', transfer.memo) ?? {};
  const [base, price] = [assetIn(quantity), assetIn(limit)];
  const pair = profile
    .pairs()
    .find((one) => one.base.symbol === base?.symbol && one.quote.symbol === price?.symbol);
  if (base === undefined || price === undefined || pair === undefined) return undefined;
  if (base.precision !== pair.base.precision || price.precision !== pair.priceDecimals) return undefined;
  if (side !== 'buy' && side !== 'sell') return undefined;
  const token = side === 'buy' ? pair.quote : pair.base;
  const { symbol, precision, units } = transfer.asset;
  if (token.contract !== transfer.contract || token.symbol !== symbol) return undefined;
  if (token.precision !== precision) return undefined;
  return {
    account: transfer.from,
    pair,
    side,
    amount: base.units,
    price: price.units,
    locked: { token, units },
  };
}

/** Units that an order of these terms locks for an amount of its base token. */
export function lockOf(
  { side, price, pair }: Pick<OrderTerms, 'side' | 'price' | 'pair'>,
  amount: bigint,
): bigint {
  if (side === 'sell') return amount;
  return quoteUnitsOf(amount, pair.base.precision, price, pair.priceDecimals, pair.quote.precision, 'ceil');
}
