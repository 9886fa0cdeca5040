import { formatPrice, quoteUnitsOf } from '@app/antelope';
import { type OraclePrice, PRICE_DECIMALS } from '@app/prices';
import type { OrderEffect } from '../composing/effects/order-effect';
import type { OrderTerms } from '../composing/effects/order-terms';
import { displayAmount } from '../formatting/token-amount';
import type { Warning } from '../composing/warnings';
import { type BookSide, volumeOf } from './book-side';
import type { Orderbook } from './orderbook';

/** Facts of the market before an order; undefined where they could not be read. */
export interface MarketFacts {
  readonly book: Orderbook | undefined;
  /** Null for a pair that the oracle has no price of. */
  readonly oracle: OraclePrice | null | undefined;
}

/** A limit this much worse than the market is worth a warning, in basis points. */
const FAR_BPS = 200n;
/** The same for what one order takes of the other side of the book. */
const LARGE_BPS = 200n;
const WHOLE_BPS = 10_000n;
const ORACLE_SCALE = 10n ** BigInt(PRICE_DECIMALS);

/** The earlier steps of the transaction of an order, as far as they concern the side of the book that it trades with. */
export interface BeforeOrder {
  /** They may have changed it: the book is of before them. */
  readonly isBookChanged: boolean;
  /** Base units that they traded with it. */
  readonly taken: bigint;
}

const NOTHING_BEFORE: BeforeOrder = { isBookChanged: false, taken: 0n };

/** The warnings about an order. */
export function orderWarnings(
  terms: OrderTerms,
  { book, oracle }: MarketFacts,
  effect: OrderEffect | undefined,
  before = NOTHING_BEFORE,
): Warning[] {
  return [
    ...bookWarnings(terms, book, effect, before),
    ...returnWarnings(terms, book, effect),
    ...oracleWarnings(terms, oracle),
  ];
}

/** The exchange fills a bounded number of orders at once, and leaves no rest in the book that would cross others. */
function returnWarnings(
  terms: OrderTerms,
  book: Orderbook | undefined,
  effect: OrderEffect | undefined,
): Warning[] {
  const { amount } = terms;
  const { base } = terms.pair;
  const returned = effect === undefined ? 0n : amount - effect.filled - effect.resting;
  if (returned <= 0n || isWorthNothing(terms, book, returned)) return [];
  const message =
    `the order meets more orders than the exchange fills at once: in the dry run ${displayAmount(returned, base)} of ` +
    `${displayAmount(amount, base)} are neither filled nor left in the book`;
  return [{ code: 'large_part_of_book', message }];
}

/**
 * Whether a rest is worth less than a unit of the quote token at its limit or, of a buy, at the price of the book: no
 * order trades it, however few it meets. No order of the book is below the best ask.
 */
function isWorthNothing(terms: OrderTerms, book: Orderbook | undefined, rest: bigint): boolean {
  const { side, pair, price: limit } = terms;
  const best = side === 'buy' ? (book?.asks.best ?? limit) : limit;
  const price = best < limit ? best : limit;
  const { base, quote, priceDecimals } = pair;
  return quoteUnitsOf(rest, base.precision, price, priceDecimals, quote.precision, 'floor') === 0n;
}

/** How much worse for the account of an order a price is than another one, in basis points, rounded up; 0 when it is not. */
export function worseBps({ side }: Pick<OrderTerms, 'side'>, price: bigint, than: bigint): bigint {
  const difference = side === 'buy' ? price - than : than - price;
  return difference <= 0n ? 0n : (difference * WHOLE_BPS + than - 1n) / than;
}

/** The side of the book that an order trades with. */
export const otherSide = ({ side }: Pick<OrderTerms, 'side'>, { bids, asks }: Orderbook): BookSide =>
  side === 'buy' ? asks : bids;

function bookWarnings(
  terms: OrderTerms,
  book: Orderbook | undefined,
  effect: OrderEffect | undefined,
  before: BeforeOrder,
): Warning[] {
  const other = book && otherSide(terms, book);
  if (other === undefined || other.coverage === 'some') {
    const message = 'the order book could not be read: price and amount were not compared with it';
    return [{ code: 'market_unknown', message }];
  }
  if (other.best === null) return [];
  return [
    ...priceWarnings(terms, other.best, effect, before),
    ...sizeWarnings(terms, { ...other, best: other.best }, effect, before),
  ];
}

function priceWarnings(
  terms: OrderTerms,
  best: bigint,
  effect: OrderEffect | undefined,
  { isBookChanged }: BeforeOrder,
): Warning[] {
  const bps = worseBps(terms, terms.price, best);
  if (bps <= FAR_BPS) return [];
  const average = effect?.averagePrice ?? null;
  const filled =
    average === null
      ? ''
      : `; the dry run fills ${displayAmount(effect?.filled ?? 0n, terms.pair.base)} at ${priceText(terms, average)} ` +
        `on average, ${distance(terms, worseBps(terms, average, best))} it`;
  const message =
    `the limit of ${priceText(terms, terms.price)} is ${distance(terms, bps)} the best ` +
    `${terms.side === 'buy' ? 'ask' : 'bid'} of ${priceText(terms, best)}${isBookChanged ? ' before the earlier steps, which may change it' : ''}${filled}`;
  return [{ code: 'price_far_from_best', message }];
}

function sizeWarnings(
  terms: OrderTerms,
  { best, levels, cut, coverage }: BookSide & { readonly best: bigint },
  effect: OrderEffect | undefined,
  before: BeforeOrder,
): Warning[] {
  const isCrossing = terms.side === 'buy' ? terms.price >= best : terms.price <= best;
  const own = effect?.filled ?? (isCrossing ? terms.amount : 0n);
  const taken = own === 0n ? 0n : own + before.taken;
  if (levels.length === 0 && cut !== null) return taken > 0n ? [uncountedBest(terms)] : [];
  const volume = volumeOf(levels);
  if (taken * WHOLE_BPS <= volume * LARGE_BPS) return [];
  const side = terms.side === 'buy' ? 'asks' : 'bids';
  const read = coverage === 'whole' ? `all ${side}` : `the best ${side}, as far as they were read`;
  const { base } = terms.pair;
  const what = taken === own ? 'it takes' : 'with the earlier steps it takes';
  const message = `${what} up to ${displayAmount(taken, base)}, more than 2 % of ${read} (${displayAmount(volume, base)})`;
  return [{ code: 'large_part_of_book', message }];
}

/** Not one level is whole: no part of it can be stated. */
function uncountedBest({ side }: OrderTerms): Warning {
  const best = side === 'buy' ? 'ask' : 'bid';
  const message = `the best ${best} has more orders than were read: the amount was not compared with the book`;
  return { code: 'market_unknown', message };
}

function oracleWarnings(terms: OrderTerms, oracle: MarketFacts['oracle']): Warning[] {
  if (oracle === null) return [];
  if (oracle === undefined)
    return [
      {
        code: 'market_unknown',
        message: 'the oracle price could not be read: the price was not compared with it',
      },
    ];
  if (oracle.isStale) {
    const message = `the oracle price is stale (${oracle.staleBecause ?? 'it is old'}): the price was not compared with it`;
    return [{ code: 'stale_price', message }];
  }
  const units = (oracle.units * 10n ** BigInt(terms.pair.priceDecimals)) / ORACLE_SCALE;
  const bps = worseBps(terms, terms.price, units);
  if (bps <= FAR_BPS) return [];
  const message =
    `the limit of ${priceText(terms, terms.price)} is ${distance(terms, bps)} the oracle price of ` +
    priceText(terms, units);
  return [{ code: 'price_far_from_oracle', message }];
}

const priceText = ({ pair }: OrderTerms, units: bigint): string =>
  `${formatPrice(units, pair.priceDecimals)} ${pair.quote.apiSymbol}`;

/** `62.11 % below`: worse is above for a buy and below for a sell. */
const distance = ({ side }: OrderTerms, bps: bigint): string =>
  `${formatPrice(bps, 2)} % ${side === 'buy' ? 'above' : 'below'}`;
