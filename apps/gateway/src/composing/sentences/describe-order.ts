import { formatAsset } from '@app/antelope';
import { assetIn, movedAmount, type ActionDescriber, transferOf } from './facts';

/** A payment to the exchange whose memo is an order of one of the pairs, in the token that the order locks. */
export const describePlaceOrder: ActionDescriber = ({ profile }, action) => {
  const transfer = transferOf(profile, action);
  if (transfer === undefined || transfer.to !== profile.account('exchange')) return undefined;
  const { side, quantity, price: limit } = profile.readMemo('order', transfer.memo) ?? {};
  const [base, price] = [assetIn(quantity), assetIn(limit)];
  const pair = profile
    .pairs()
    .find((one) => one.base.symbol === base?.symbol && one.quote.symbol === price?.symbol);
  if (base === undefined || price === undefined || pair === undefined) return undefined;
  if (base.precision !== pair.base.precision || price.precision !== pair.priceDecimals) return undefined;
  const locked = { buy: pair.quote, sell: pair.base }[String(side)];
  if (locked?.contract !== transfer.contract || locked.symbol !== transfer.asset.symbol) return undefined;
  return (
    `${transfer.from} orders on ${pair.apiName} to ${String(side)} ` +
    `${formatAsset({ ...base, symbol: pair.base.apiSymbol })} ` +
    `at ${formatAsset({ ...price, symbol: pair.quote.apiSymbol })} per ${pair.base.apiSymbol} or better, ` +
    `which locks ${movedAmount(profile, transfer)} with ${transfer.to}.`
  );
};

/** The cancellation of an order, with the pair as the API calls it. */
export const describeCancelOrder: ActionDescriber = ({ profile }, action) => {
  if (action.account !== profile.account('exchange')) return undefined;
  const { order_id, pair: chainName } = profile.readAction('cancel_order', action) ?? {};
  const pair = profile.pairOf(String(chainName));
  const [signer] = action.authorization;
  if (order_id === undefined || pair === undefined || signer === undefined) return undefined;
  return `${signer.actor} cancels order ${String(order_id)} on ${pair.apiName}; what it still locks comes back.`;
};
