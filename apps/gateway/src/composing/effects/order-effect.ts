import { formatAmount, formatPrice } from '@app/antelope';
import type { Token } from '@app/networks';
import type { OrderEffectAnswer } from '../simulation.answer';
import { lockOf, type OrderTerms } from './order-terms';
import type { TokenMovement } from './token-movements';

/** Outcome of an order. */
export interface OrderEffect {
  /** Of the base token. */
  readonly filled: bigint;
  /** At the price decimals of the pair, rounded against the account; null when nothing is filled. */
  readonly averagePrice: bigint | null;
  /** Of the base token: what remains in the book. */
  readonly resting: bigint;
  /** Of the token that the order locks. */
  readonly refunded: bigint;
}

/**
 * The effect of an order, from what the exchange pays: its memos say for what (docs/contracts/dex.md), so that the
 * account's own orders on the other side are distinguished. Undefined when the payments are none of such an order.
 */
export function orderEffect(
  terms: OrderTerms,
  movements: readonly TokenMovement[],
  exchange: string,
): OrderEffect | undefined {
  const { account, pair, side, amount, locked } = terms;
  const [bought, paid] = side === 'buy' ? [pair.base, pair.quote] : [pair.quote, pair.base];
  const deposits = movements.filter(({ to }) => to === exchange);
  const [deposit] = deposits;
  const isPaid =
    deposits.length === 1 &&
    deposit?.from === account &&
    isOf(deposit, locked.token) &&
    deposit.units === locked.units;
  const payouts = movements.filter(({ from }) => from === exchange);
  const [trade, refund] = [`trade ${pair.chainName}`, `refund ${pair.chainName}`];
  if (!isPaid || payouts.some(({ memo }) => memo !== trade && memo !== refund)) return undefined;

  const sum = (token: Token, reason: string, to?: string) =>
    payouts
      .filter((payout) => payout.memo === reason && isOf(payout, token) && (to ?? payout.to) === payout.to)
      .reduce((total, { units }) => total + units, 0n);
  const received = sum(bought, trade, account);
  const spent = sum(paid, trade);
  const refunded = sum(paid, refund, account);
  const left = locked.units - spent - refunded;
  const [filled, value] = side === 'buy' ? [received, spent] : [spent, received];
  const resting = left === 0n ? 0n : amount - filled - (side === 'sell' ? refunded : 0n);
  const isWhole =
    received === sum(bought, trade) &&
    (filled === 0n) === (value === 0n) &&
    resting >= 0n &&
    left === lockOf(terms, resting);
  return isWhole
    ? { filled, averagePrice: averagePrice(terms, filled, value), resting, refunded }
    : undefined;
}

const isOf = ({ token }: TokenMovement, { contract, apiSymbol }: Token): boolean =>
  token.contract === contract && token.name === apiSymbol;

function averagePrice({ side, pair }: OrderTerms, filled: bigint, value: bigint): bigint | null {
  if (filled === 0n) return null;
  const dividend = value * 10n ** BigInt(pair.base.precision + pair.priceDecimals);
  const divisor = filled * 10n ** BigInt(pair.quote.precision);
  return side === 'buy' ? (dividend + divisor - 1n) / divisor : dividend / divisor;
}

/** The outcome as answers show it. */
export function orderEffectAnswer(
  { pair, locked }: OrderTerms,
  { filled, averagePrice, resting, refunded }: OrderEffect,
): OrderEffectAnswer {
  return {
    filled: formatAmount(filled, pair.base.precision),
    average_price: averagePrice === null ? null : formatPrice(averagePrice, pair.priceDecimals),
    resting: formatAmount(resting, pair.base.precision),
    refunded: formatAmount(refunded, locked.token.precision),
  };
}
