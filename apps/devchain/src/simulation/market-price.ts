import { SeededRandom } from './seeded-random';
import { inverseScaleByPpm, scaleByPpm } from '../operators/scale-by-ppm';
import { offsetPpmAt, type Oscillation } from './price-oscillation';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Initial price of BTC in USD, with 8 decimals. */
export const FIRST_BTC_PRICE = 80_000n * 10n ** 8n;
/** NATIVE in BTC, with 10 decimals. */
const NATIVE_PRICE = 10_000n;

const BTC_OSCILLATIONS: readonly Omit<Oscillation, 'offsetMs'>[] = [
  { periodMs: 7 * HOUR_MS, amplitudePpm: 12_000 },
  { periodMs: 47 * MINUTE_MS, amplitudePpm: 6_000 },
  { periodMs: 5 * MINUTE_MS, amplitudePpm: 1_500 },
  { periodMs: 41_000, amplitudePpm: 400 },
];
const NATIVE_OSCILLATIONS: readonly Omit<Oscillation, 'offsetMs'>[] = [
  { periodMs: 5 * HOUR_MS, amplitudePpm: 20_000 },
  { periodMs: 31 * MINUTE_MS, amplitudePpm: 8_000 },
  { periodMs: 3 * MINUTE_MS, amplitudePpm: 3_000 },
];

/**
 * The market price outside of the chain. It oscillates by at most 2 % around its middle and is a function of the seed
 * and the time.
 */
export class MarketPrice {
  readonly #btcOscillations: readonly Oscillation[];
  readonly #nativeOscillations: readonly Oscillation[];

  constructor(
    seed: string,
    /** The middle of the price of BTC. */
    public middle = FIRST_BTC_PRICE,
  ) {
    const random = new SeededRandom(`waves of ${seed}`);
    const withOffset = (wave: Omit<Oscillation, 'offsetMs'>): Oscillation => ({
      ...wave,
      offsetMs: random.below(wave.periodMs),
    });
    this.#btcOscillations = BTC_OSCILLATIONS.map(withOffset);
    this.#nativeOscillations = NATIVE_OSCILLATIONS.map(withOffset);
  }

  /** USD for a BTC, with 8 decimals. */
  btc(timeMs: number): bigint {
    return scaleByPpm(this.middle, offsetPpmAt(this.#btcOscillations, timeMs));
  }

  /** BTC for a NATIVE, with 10 decimals. */
  native(timeMs: number): bigint {
    return scaleByPpm(NATIVE_PRICE, offsetPpmAt(this.#nativeOscillations, timeMs));
  }

  /** Moves the middle so that the price of BTC is `price` at this time. */
  setBtc(price: bigint, timeMs: number): void {
    this.middle = inverseScaleByPpm(price, offsetPpmAt(this.#btcOscillations, timeMs));
  }
}
