/** Prices the oracle knows, each with the decimals it is written with. */
export const FEEDS: ReadonlyMap<string, { readonly decimals: number }> = new Map([
  ['btcusd', { decimals: 8 }],
]);
