import { formatPrice } from '@app/antelope';
import { displayAmount } from '../../formatting/token-amount';
import { orderOf } from '../effects/order-terms';
import { type ActionDescriber, movedAmount, onlyActor } from './facts';

/** A payment to the exchange whose memo is an order of one of the pairs, in the token that the order locks. */
export const describePlaceOrder: ActionDescriber = ({ profile }, _action, transfer) => {
  const order = orderOf(profile, transfer);
  if (transfer === undefined || order === undefined) return undefined;
  const { account, pair, side, amount, price } = order;
  const { base, quote, priceDecimals } = pair;
  return (
    `${account} orders on ${pair.apiName} to ${side} ${displayAmount(amount, base)} ` +
    `at ${formatPrice(price, priceDecimals)} ${quote.apiSymbol} per ${base.apiSymbol} or better, ` +
    `which locks ${movedAmount(profile, transfer)} with ${transfer.to}.`
  );
};

/** The cancellation of an order, with the pair as the API calls it. */
export const describeCancelOrder: ActionDescriber = ({ profile }, action) => {
  if (action.account !== profile.account('exchange')) return undefined;
  const { order_id, pair: chainName } = profile.readAction('cancel_order', action) ?? {};
  const pair = profile.pairOf(String(chainName));
  const actor = onlyActor(action);
  if (order_id === undefined || pair === undefined || actor === undefined) return undefined;
  return `${actor} cancels order ${String(order_id)} on ${pair.apiName}; what it still locks comes back.`;
};
