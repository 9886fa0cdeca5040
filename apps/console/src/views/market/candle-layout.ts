/** A candle as get_candles answers it. */
export interface Candle {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly quote_volume: string;
  readonly trades: number;
  readonly closed: boolean;
}

export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Units of the drawing: each candle has a column of this width. */
export const COLUMN = 10;
export const PRICE_HEIGHT = 200;
export const VOLUME_HEIGHT = 50;
/** Fewer candles leave room at the left, so that they are not as wide as walls. */
const LEAST_COLUMNS = 40;

export interface CandleShape {
  readonly isRising: boolean;
  /** The middle of its column. */
  readonly x: number;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly height: number;
  readonly volume: number;
}

export interface CandleLayout {
  readonly width: number;
  readonly shapes: readonly CandleShape[];
  /** Prices of the upper and the lower edge, as the answer has them. */
  readonly highest: string;
  readonly lowest: string;
}

/**
 * Positions of candles, the newest one at the right. Positions need no exact numbers: the prices that are shown beside
 * them are texts of the answer.
 */
export function candleLayout(candles: readonly Candle[]): CandleLayout | undefined {
  const highest = extreme(candles, 'high', (one, other) => one > other);
  const lowest = extreme(candles, 'low', (one, other) => one < other);
  if (highest === undefined || lowest === undefined) return undefined;
  const [most, least] = [Number(highest), Number(lowest)];
  const y = (price: string) =>
    most === least
      ? PRICE_HEIGHT / 2
      : PRICE_HEIGHT - ((Number(price) - least) / (most - least)) * PRICE_HEIGHT;
  const mostVolume = Math.max(...candles.map(({ volume }) => Number(volume)));
  const columns = Math.max(LEAST_COLUMNS, candles.length);
  const shapes = candles.map(({ open, high, low, close, volume }, index) => ({
    isRising: Number(close) >= Number(open),
    x: (columns - candles.length + index + 0.5) * COLUMN,
    high: y(high),
    low: y(low),
    top: Math.min(y(open), y(close)),
    height: Math.abs(y(open) - y(close)),
    volume: mostVolume === 0 ? 0 : (Number(volume) / mostVolume) * VOLUME_HEIGHT,
  }));
  return { width: columns * COLUMN, shapes, highest, lowest };
}

/** The text of the price that no other one beats. */
function extreme(
  candles: readonly Candle[],
  member: 'high' | 'low',
  beats: (one: number, other: number) => boolean,
): string | undefined {
  return candles
    .map((candle) => candle[member])
    .reduce<string | undefined>(
      (best, price) => (best === undefined || beats(Number(price), Number(best)) ? price : best),
      undefined,
    );
}

/** Index of the candle at a part of the width of the drawing, from 0 to 1; the nearest one where there is none. */
export function candleAt({ shapes, width }: CandleLayout, part: number): number {
  const columns = width / COLUMN;
  const index = Math.floor(part * columns) - (columns - shapes.length);
  return Math.min(Math.max(index, 0), shapes.length - 1);
}
