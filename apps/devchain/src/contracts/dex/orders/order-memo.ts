import { MAX_UNITS } from '@app/antelope';
import { check, fail } from '../../../kernel/sdk/check';
import { isWorthAUnit, lockOf, type OrderTerms, type Side } from '../matching/order';
import { type Pair, PAIRS } from '../pairs';
import { REFUSALS } from '../refusals';

const MEMO = /^(buy|sell):([0-9.]+) ([A-Z]{1,7}):([0-9.]+) ([A-Z]{1,7})$/;
const DECIMAL = /^(?:0|[1-9][0-9]*)\.([0-9]+)$/;

export interface RequestedOrder {
  readonly pair: Pair;
  readonly terms: OrderTerms;
}

/**
 * The order a memo `<buy|sell>:<quantity> <BASE>:<price> <QUOTE>` asks for. Every order has exactly one memo: the
 * quantity with all decimals of the base token, the price with all decimals of the pair. Fails the transaction for
 * any other memo, and for an order too large to be held or too small to be paid for.
 */
export function readOrderMemo(memo: string): RequestedOrder {
  const [, side, quantity = '', base = '', price = '', quote = ''] = MEMO.exec(memo) ?? [];
  if (!isSide(side)) fail(REFUSALS.memo);
  const pair = pairOf(base, quote);
  const terms: OrderTerms = {
    side,
    price: readUnits('price', price, pair.priceDecimals),
    base: readUnits('quantity', quantity, pair.base.precision),
  };
  checkValue(pair, terms);
  return { pair, terms };
}

function isSide(text: string | undefined): text is Side {
  return text === 'buy' || text === 'sell';
}

function pairOf(base: string, quote: string): Pair {
  const pair = PAIRS.find((entry) => entry.base.symbol === base && entry.quote.symbol === quote);
  return pair ?? fail(REFUSALS.noPair(base, quote));
}

function readUnits(what: 'quantity' | 'price', text: string, decimals: number): bigint {
  const fraction = DECIMAL.exec(text)?.[1];
  if (fraction?.length !== decimals) fail(REFUSALS.decimals(what, decimals));
  const units = BigInt(text.replace('.', ''));
  check(units > 0n, REFUSALS.zero(what));
  check(units <= MAX_UNITS, REFUSALS.tooLarge(what));
  return units;
}

/** Both sides are held to the same value: a sell may be answered by a buy of all of it. */
function checkValue(pair: Pair, terms: OrderTerms): void {
  check(lockOf(pair, { ...terms, side: 'buy' }) <= MAX_UNITS, REFUSALS.tooLarge('value'));
  if (!isWorthAUnit(pair, terms)) fail(REFUSALS.tooSmall(pair.quote.symbol));
}
