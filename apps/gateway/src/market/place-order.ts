import { formatAsset, formatPrice, MAX_UNITS, parseAsset, parsePrice, quoteUnitsOf } from '@app/antelope';
import type { ActionCall, ContractProfile } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { fail } from '@app/tooling';
import { readValues } from '../chain/input-values';
import { chainAmount, unitsOf } from '../chain/token-amount';
import type { PlaceOrderInput } from './dto/place-order.dto';

type Wanted = Pick<PlaceOrderInput, 'account' | 'pair' | 'side' | 'price' | 'amount'>;

/**
 * The transfer that places an order: a sell sends its amount of the base token, a buy amount x price of the
 * quote token, rounded up to a whole unit; the memo says what is wanted.
 * Source: docs/rules.md, values; the exchange's memo form stands in the profile.
 * @throws ToolError for a price or an amount that the pair or its tokens cannot have.
 */
export function placeOrderCall(input: Wanted, profile: ContractProfile): ActionCall {
  const { account, side } = input;
  const { base, quote, priceDecimals } = profile.pair(input.pair);
  const { amount, price } = readValues({
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

/** What a decoded order does, in one sentence, with the symbols of the API. */
export function placeOrderSentence(profile: ContractProfile, action: DecodedAction): string {
  const { from, to, quantity, memo } = profile.readAction('transfer', action) ?? {};
  const { side, quantity: wanted, price } = profile.readMemo('order', String(memo)) ?? {};
  const base = parseAsset(String(wanted));
  const quote = parseAsset(String(price));
  const pair = profile
    .pairs()
    .find((one) => one.base.symbol === base.symbol && one.quote.symbol === quote.symbol);
  const lock = parseAsset(String(quantity));
  const token = profile.tokenOf(action.account, lock.symbol);
  if (pair === undefined || token === undefined) throw new Error(`${action.account} carries no order`);
  const amount = formatAsset({ ...base, symbol: pair.base.apiSymbol });
  const locked = formatAsset({ ...lock, symbol: token.apiSymbol });
  return (
    `${String(from)} orders on ${pair.apiName} to ${String(side)} ${amount} ` +
    `at ${formatAsset({ ...quote, symbol: pair.quote.apiSymbol })} per ${pair.base.apiSymbol} or better, ` +
    `which locks ${locked} (of ${action.account}) with ${String(to)}.`
  );
}
