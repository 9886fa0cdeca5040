import { bpsOf, type Decimal, decimalText, parseDecimal, sumOf } from '../../values/decimal';

/** A price level of a book as get_orderbook answers it. */
export interface Level {
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  readonly orders: number;
  /** Its price may have more orders. */
  readonly at_least?: boolean;
}

/** A level with the amount up to it, from the best price on. */
export interface Step extends Level {
  readonly cumulated: string;
  /** Of the largest depth that is shown, in basis points: the width of its bar. */
  readonly share: number;
}

interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly truncated: boolean;
}

/** A best price that an answer does not have: there is no order, or it is not known which one is the best. */
export const noBestText = ({ truncated }: Pick<Book, 'truncated'>): string =>
  truncated ? 'not known' : 'none';

/** A spread that an answer does not have: a side is empty, or the two sides were read in different blocks. */
export const noSpreadText = ({ bids, asks, truncated }: Book): string =>
  !truncated && (bids.length === 0 || asks.length === 0) ? 'none: a side is empty' : 'not known';

const ZERO: Decimal = { units: 0n, decimals: 0 };

/** Both sides of a ladder, the best prices first. Amounts are summed exactly; bars of both sides have one scale. */
export function ladder(bids: readonly Level[], asks: readonly Level[]): { bids: Step[]; asks: Step[] } {
  const [bidDepths, askDepths] = [depthsOf(bids), depthsOf(asks)];
  const most = [bidDepths.at(-1) ?? ZERO, askDepths.at(-1) ?? ZERO].reduce((one, other) =>
    sumOf(one, { ...other, units: -other.units }).units >= 0n ? one : other,
  );
  const steps = (levels: readonly Level[], depths: readonly Decimal[]) =>
    levels.map((level, index) => {
      const depth = depths[index] ?? ZERO;
      return { ...level, cumulated: decimalText(depth), share: bpsOf(depth, most) ?? 0 };
    });
  return { bids: steps(bids, bidDepths), asks: steps(asks, askDepths) };
}

/** Amounts up to each level. */
function depthsOf(levels: readonly Level[]): Decimal[] {
  let sum = ZERO;
  return levels.map(({ amount }) => (sum = sumOf(sum, parseDecimal(amount) ?? ZERO)));
}
