import { type Decimal, parseDecimal, productOf, rescaled, sumOf } from '../../values/decimal';

/** The prices that tokens are valued at, as texts of the gateway; undefined: not known. */
export interface Prices {
  /** USD per BTC by the oracle. One USDT counts as one USD. */
  readonly btcUsd: string | undefined;
  /** BTC per NATIVE: the best bid. */
  readonly nativeBtc: string | undefined;
}

/** The amounts of a token that an account has. Null: the network does not say it. */
export interface Holding {
  readonly symbol: string;
  readonly free: string | null;
  readonly locked: string | null;
  /** USDT that stand for what is free, where the gateway states them: shares of a pool. */
  readonly statedUsdt?: string | null;
}

const DECIMALS = 8;
const ONE: Decimal = { units: 1n, decimals: 0 };

/** USDT that a holding stands for, rounded down to 8 decimals; undefined where an amount or its price is not known. */
export function valueOf({ symbol, free, locked, statedUsdt }: Holding, prices: Prices): Decimal | undefined {
  const amounts = [free, locked].map((amount) => parseDecimal(amount ?? ''));
  const [one, other] = amounts;
  if (one === undefined || other === undefined) return undefined;
  const amount = sumOf(one, other);
  if (amount.units === 0n) return { units: 0n, decimals: DECIMALS };
  if (statedUsdt !== undefined) return other.units === 0n ? parseDecimal(statedUsdt ?? '') : undefined;
  const price = priceOf(symbol, prices);
  return price === undefined ? undefined : rescaled(productOf(amount, price), DECIMALS);
}

/** USDT per token. */
function priceOf(symbol: string, { btcUsd, nativeBtc }: Prices): Decimal | undefined {
  if (symbol === 'USDT') return ONE;
  const btc = parseDecimal(btcUsd ?? '');
  if (symbol === 'BTC' || symbol === 'CBTC') return btc;
  const native = parseDecimal(nativeBtc ?? '');
  if (symbol !== 'NATIVE' || btc === undefined || native === undefined) return undefined;
  return productOf(native, btc);
}

/** The sum of all values; undefined where one of them is not known. */
export const totalOf = (values: readonly (Decimal | undefined)[]): Decimal | undefined =>
  values.reduce<Decimal | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sumOf(sum, value)),
    { units: 0n, decimals: DECIMALS },
  );
