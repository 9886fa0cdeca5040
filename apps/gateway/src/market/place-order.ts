import { formatPrice, MAX_UNITS, parsePrice, quoteUnitsOf } from '@app/antelope';
import type { ActionCall, ProfileWithoutTables, Pair, Token } from '@app/networks';
import { fail } from '@app/tooling';
import { parseFields } from '../composing/parse-fields';
import { chainAmount, unitsOf } from '../formatting/token-amount';
import type { Side } from '../table-rows/open-order';
import type { LimitOrderInput } from './dto/place-order.dto';

type Wanted = Pick<LimitOrderInput, 'account' | 'side' | 'price' | 'amount'>;

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

/**
 * The terms of an order. Source: docs/reference/rules.md, values.
 * @throws ToolError for a price or an amount that the pair or its tokens cannot have.
 */
export function orderTerms(input: Wanted, pair: Pair): OrderTerms {
  const { account, side } = input;
  const { base, quote, priceDecimals } = pair;
  const { amount, price } = parseFields({
    amount: () => unitsOf(input.amount, base),
    price: () => parsePrice(input.price, priceDecimals),
  });
  const value = quoteUnitsOf(amount, base.precision, price, priceDecimals, quote.precision, 'ceil');
  if (side === 'buy' && value > MAX_UNITS) {
    fail(
      'INVALID_VALUE',
      'amount',
      `at this price it costs more than the largest amount of ${quote.apiSymbol}`,
    );
  }
  const locked = side === 'buy' ? { token: quote, units: value } : { token: base, units: amount };
  return { account, pair, side, amount, price, locked };
}

/** The transfer that places an order: it sends what the order locks, and the memo of the profile says what is wanted. */
export function placeOrderCall(
  { account, pair, side, amount, price, locked }: OrderTerms,
  profile: ProfileWithoutTables,
): ActionCall {
  return profile.transfer(locked.token, {
    from: account,
    to: profile.account('exchange'),
    quantity: chainAmount(locked.units, locked.token),
    memo: profile.memo('order', {
      side,
      quantity: chainAmount(amount, pair.base),
      price: `${formatPrice(price, pair.priceDecimals)} ${pair.quote.symbol}`,
    }),
  });
}
