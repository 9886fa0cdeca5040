import type { Order, OrderTerms, Side } from '../contracts/dex/matching/order';
import type { SeededRandom } from './seeded-random';
import { scaleByPpm } from '../operators/scale-by-ppm';

/** How a market maker quotes one pair. Distances are from the fair price, in parts per million. */
export interface QuotingStyle {
  readonly nearestPpm: number;
  readonly farthestPpm: number;
  /** Orders on each side. */
  readonly depth: number;
  /** Base units of an order. */
  readonly smallest: bigint;
  readonly largest: bigint;
  /** Prices are multiples of it. */
  readonly tick: bigint;
  /** Orders one turn cancels and places at most. */
  readonly changes: number;
}

export interface Quotes {
  readonly cancel: readonly Order[];
  readonly place: readonly OrderTerms[];
}

const SIDES: readonly Side[] = ['buy', 'sell'];
/** An order is cancelled when it is farther than this outside of the quoting range. */
const TOLERANCE_PPM = 400;

/** Changes of one turn: cancels misplaced orders and places the missing ones. */
export function quotesOf(
  own: readonly Order[],
  fair: bigint,
  style: QuotingStyle,
  random: SeededRandom,
): Quotes {
  const misplaced = own.filter((order) => isMisplaced(order, fair, style));
  // The nearest first: it is the most exposed to other traders.
  const left = misplaced.toSorted((one, other) => distancePpm(one, fair) - distancePpm(other, fair));
  const cancel = left.length > 0 ? left.slice(0, style.changes) : randomCancellation(own, random);
  const kept = own.filter((order) => !cancel.includes(order));
  const place = SIDES.flatMap((side) => {
    const missing = style.depth - kept.filter((order) => order.side === side).length;
    return Array.from({ length: Math.min(Math.max(missing, 0), style.changes) }, () =>
      newQuote(side, fair, style, random),
    );
  });
  return { cancel, place };
}

/** Cancels a random order, which is replaced at another price and size. */
function randomCancellation(own: readonly Order[], random: SeededRandom): Order[] {
  const order = own[random.below(own.length)];
  return order !== undefined && random.chance(2) ? [order] : [];
}

/** How far an order is on its own side of a price; negative beyond it. */
export function distancePpm({ side, price }: Pick<OrderTerms, 'side' | 'price'>, fair: bigint): number {
  const ppm = Number(((price - fair) * 1_000_000n) / fair);
  return side === 'sell' ? ppm : -ppm;
}

function isMisplaced(order: Order, fair: bigint, { nearestPpm, farthestPpm }: QuotingStyle): boolean {
  const distance = distancePpm(order, fair);
  return distance < nearestPpm - TOLERANCE_PPM || distance > farthestPpm + TOLERANCE_PPM;
}

/** Half of all quotes are in the nearer quarter, so that a book is deepest where it trades. */
function newQuote(side: Side, fair: bigint, style: QuotingStyle, random: SeededRandom): OrderTerms {
  const { nearestPpm, farthestPpm, smallest, largest, tick } = style;
  const reach = (farthestPpm - nearestPpm) / (random.chance(2) ? 1 : 4);
  const distance = nearestPpm + random.below(Math.floor(reach) + 1);
  const exact = scaleByPpm(fair, side === 'sell' ? distance : -distance);
  const price = (exact / tick) * tick + (side === 'sell' ? tick : 0n);
  return { side, price, base: roundSize(random.between(smallest, largest), smallest) };
}

/** Rounds to a size with few digits. */
function roundSize(units: bigint, smallest: bigint): bigint {
  const step = smallest > 10n ? smallest / 10n : 1n;
  return (units / step) * step;
}
