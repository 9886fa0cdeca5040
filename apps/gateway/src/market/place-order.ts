import { formatPrice, MAX_UNITS, parsePrice, quoteUnitsOf } from '@app/antelope';
import type { ActionCall, ContractProfile } from '@app/networks';
import { fail } from '@app/tooling';
import { parseFields } from '../composing/parse-fields';
import { chainAmount, unitsOf } from '../formatting/token-amount';
import type { PlaceOrderInput } from './dto/place-order.dto';

type Wanted = Pick<PlaceOrderInput, 'account' | 'pair' | 'side' | 'price' | 'amount'>;

/**
 * The transfer that places an order: a sell sends its amount of the base token, a buy amount x price of the
 * quote token, rounded up to a whole unit; the memo says what is wanted.
 * Source: docs/reference/rules.md, values; the exchange's memo form stands in the profile.
 * @throws ToolError for a price or an amount that the pair or its tokens cannot have.
 */
export function placeOrderCall(input: Wanted, profile: ContractProfile): ActionCall {
  const { account, side } = input;
  const { base, quote, priceDecimals } = profile.pair(input.pair);
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
  const [locked, units] = side === 'buy' ? [quote, value] : [base, amount];
  return profile.transfer(locked, {
    from: account,
    to: profile.account('exchange'),
    quantity: chainAmount(units, locked),
    memo: profile.memo('order', {
      side,
      quantity: chainAmount(amount, base),
      price: `${formatPrice(price, priceDecimals)} ${quote.symbol}`,
    }),
  });
}
