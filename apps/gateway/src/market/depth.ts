import type { BookSide } from './book-side';

/** Distances from the mid price for which the volume is summed, in basis points: 0.1, 0.5, 1 and 2 %. */
export const DEPTH_BANDS_BPS = [10, 50, 100, 200] as const;

const WHOLE_BPS = 10_000n;

/** Base volume on each side within a distance of the mid price, in units; null where it is not known. */
export interface DepthBand {
  readonly withinBps: number;
  readonly bids: bigint | null;
  readonly asks: bigint | null;
}

/**
 * Volume within each distance of the mid price, which is the mean of both best prices. The comparison is exact:
 * the mean is not rounded. Null on both sides without a mid price; null on a side whose orders within the distance
 * were not all read.
 */
export function depthBands(bids: BookSide, asks: BookSide): DepthBand[] {
  return DEPTH_BANDS_BPS.map((withinBps) => {
    if (bids.best === null || asks.best === null) return { withinBps, bids: null, asks: null };
    const bps = BigInt(withinBps);
    // Twice the mid price; a price is in integer units, so that rounding the bound inwards changes nothing.
    const doubleMid = bids.best + asks.best;
    const lowest = ceilDivide(doubleMid * (WHOLE_BPS - bps), 2n * WHOLE_BPS);
    const highest = (doubleMid * (WHOLE_BPS + bps)) / (2n * WHOLE_BPS);
    return {
      withinBps,
      bids: volumeWhere(bids, (price) => price >= lowest),
      asks: volumeWhere(asks, (price) => price <= highest),
    };
  });
}

/** Sum of the levels that are within; null when orders that were not read could be within, too. */
function volumeWhere({ levels, cut }: BookSide, isWithin: (price: bigint) => boolean): bigint | null {
  if (cut !== null && isWithin(cut.price)) return null;
  let volume = 0n;
  for (const { price, amount } of levels) {
    if (!isWithin(price)) break;
    volume += amount;
  }
  return volume;
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
