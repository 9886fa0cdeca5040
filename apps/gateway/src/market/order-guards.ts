import { formatPrice } from '@app/antelope';
import { fail } from '@app/chain-tools';
import type { OrderEffect } from '../composing/effects/order-effect';
import type { OrderTerms } from '../composing/effects/order-terms';
import { displayAmount } from '../formatting/token-amount';
import type { PlaceOrderInput } from './dto/place-order.dto';
import { type MarketFacts, otherSide, worseBps } from './order-warnings';

/** Conditions of a caller on the dry run of an order. */
export type OrderGuards = Pick<PlaceOrderInput, 'max_slippage_bps' | 'post_only'>;

/** The book before the transaction. */
export interface BookBefore extends Pick<MarketFacts, 'book'> {
  /** Earlier steps of the transaction may have changed the side that the order trades with. */
  readonly isBookChanged: boolean;
}

/**
 * Compares a dry run that did not fail with the conditions of the caller.
 * @throws ToolError when it breaks one, and when one cannot be checked
 */
export function requireGuards(
  { max_slippage_bps: maxBps, post_only: isPostOnly }: OrderGuards,
  terms: OrderTerms,
  before: BookBefore,
  effect: OrderEffect | undefined,
): void {
  if (isPostOnly) requireRest(terms, effect ?? notChecked('post_only'));
  if (maxBps !== undefined) requireSlippage(maxBps, terms, before, effect ?? notChecked('max_slippage_bps'));
}

/** @throws ToolError for an order that has guards: a dry run that failed shows no fills. @param error of the dry run */
export function requireNoGuards(guards: OrderGuards, error: string | null): void {
  const field = guards.post_only ? 'post_only' : 'max_slippage_bps';
  if (!guards.post_only && guards.max_slippage_bps === undefined) return;
  fail('INVALID_VALUE', field, `cannot be checked: the dry run fails${error === null ? '' : `: ${error}`}`);
}

function requireRest({ pair }: OrderTerms, { filled, averagePrice }: OrderEffect): void {
  if (averagePrice === null) return;
  const price = `${formatPrice(averagePrice, pair.priceDecimals)} ${pair.quote.apiSymbol}`;
  fail(
    'INVALID_VALUE',
    'post_only',
    `in the dry run the order trades ${displayAmount(filled, pair.base)} at once, at ${price} on average`,
  );
}

function requireSlippage(
  maxBps: number,
  terms: OrderTerms,
  { book, isBookChanged }: BookBefore,
  { averagePrice }: OrderEffect,
): void {
  if (averagePrice === null) return;
  if (isBookChanged)
    fail(
      'INVALID_VALUE',
      'max_slippage_bps',
      'cannot be checked: an earlier step changes the side of the book that the order trades with; compose the order on ' +
        'its own, or without it',
    );
  const best = book && otherSide(terms, book).best;
  if (best === null || best === undefined) notChecked('max_slippage_bps');
  const bps = worseBps(terms, averagePrice, best);
  if (bps <= BigInt(maxBps)) return;
  const price = (units: bigint) =>
    `${formatPrice(units, terms.pair.priceDecimals)} ${terms.pair.quote.apiSymbol}`;
  fail(
    'INVALID_VALUE',
    'max_slippage_bps',
    `in the dry run the order trades at ${price(averagePrice)} on average, ${bps} basis points worse than the best ` +
      `price of ${price(best)}; at most ${maxBps} are allowed`,
  );
}

function notChecked(field: keyof OrderGuards): never {
  fail(
    'INVALID_VALUE',
    field,
    'cannot be checked: the fills of the dry run or the best price are not known; retry, or compose the order without it',
  );
}
