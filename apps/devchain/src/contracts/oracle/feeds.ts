/** The feed of the price of BTC in USD. */
export const BTC_FEED = 'btcusd';

/** Decimals of the price of BTC in USD. */
export const PRICE_DECIMALS = 8;

/** Prices the oracle knows, each with the decimals it is written with. */
export const FEEDS: ReadonlyMap<string, { readonly decimals: number }> = new Map([
  [BTC_FEED, { decimals: PRICE_DECIMALS }],
]);
