import { formatPrice, MAX_UNITS, parsePrice } from '@app/antelope';
import type { ActionCall, Pair, ProfileWithoutTables } from '@app/networks';
import { fail } from '@app/chain-tools';
import { lockOf, type OrderTerms } from '../composing/effects/order-terms';
import { parseFields } from '../composing/parse-fields';
import { chainAmount, unitsOf } from '../formatting/token-amount';
import type { LimitOrderInput } from './dto/place-order.dto';

type Wanted = Pick<LimitOrderInput, 'account' | 'side' | 'price' | 'amount'>;

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
  const value = lockOf({ side: 'buy', price, pair }, amount);
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
