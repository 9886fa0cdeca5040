import { Dice } from './dice';
import { heightAt, movedBy, unmovedBy, type Wave } from './waves';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** BTC in USD, with 8 decimals, as it begins. */
export const FIRST_BTC_PRICE = 80_000n * 10n ** 8n;
/** NATIVE in BTC, with 10 decimals. */
const NATIVE_PRICE = 10_000n;

const BTC_WAVES: readonly Omit<Wave, 'offsetMs'>[] = [
  { periodMs: 7 * HOUR_MS, heightPpm: 12_000 },
  { periodMs: 47 * MINUTE_MS, heightPpm: 6_000 },
  { periodMs: 5 * MINUTE_MS, heightPpm: 1_500 },
  { periodMs: 41_000, heightPpm: 400 },
];
const NATIVE_WAVES: readonly Omit<Wave, 'offsetMs'>[] = [
  { periodMs: 5 * HOUR_MS, heightPpm: 20_000 },
  { periodMs: 31 * MINUTE_MS, heightPpm: 8_000 },
  { periodMs: 3 * MINUTE_MS, heightPpm: 3_000 },
];

/**
 * What the world beyond the chain thinks things are worth. It sways by at most 2 % around its middle, and where it
 * stands follows from the seed and the time alone.
 */
export class MarketPrice {
  private readonly btcWaves: readonly Wave[];
  private readonly nativeWaves: readonly Wave[];

  constructor(
    seed: string,
    /** What the price of BTC sways around. */
    public middle = FIRST_BTC_PRICE,
  ) {
    const dice = new Dice(`waves of ${seed}`);
    const begun = (wave: Omit<Wave, 'offsetMs'>): Wave => ({ ...wave, offsetMs: dice.below(wave.periodMs) });
    this.btcWaves = BTC_WAVES.map(begun);
    this.nativeWaves = NATIVE_WAVES.map(begun);
  }

  /** USD for a BTC, with 8 decimals. */
  btc(timeMs: number): bigint {
    return movedBy(this.middle, heightAt(this.btcWaves, timeMs));
  }

  /** BTC for a NATIVE, with 10 decimals. */
  native(timeMs: number): bigint {
    return movedBy(NATIVE_PRICE, heightAt(this.nativeWaves, timeMs));
  }

  /** Moves the middle so that BTC is worth that now. */
  setBtc(price: bigint, timeMs: number): void {
    this.middle = unmovedBy(price, heightAt(this.btcWaves, timeMs));
  }
}
