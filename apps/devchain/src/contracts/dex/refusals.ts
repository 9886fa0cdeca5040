/** Why the exchange refuses, in its own words. */
export const REFUSALS = {
  memo: 'exchange: memo must be <buy|sell>:<quantity> <BASE>:<price> <QUOTE>',
  noPair: (base: string, quote: string) => `exchange: there is no pair of ${base} priced in ${quote}`,
  unknownPair: 'exchange: there is no such pair',
  decimals: (what: 'quantity' | 'price', decimals: number) =>
    `exchange: ${what} must be written with exactly ${String(decimals)} decimals`,
  zero: (what: 'quantity' | 'price') => `exchange: ${what} must be above zero`,
  tooLarge: (what: 'quantity' | 'price' | 'value') => `exchange: ${what} is too large`,
  tooSmall: (symbol: string) => `exchange: order is worth less than the smallest unit of ${symbol}`,
  token: (symbol: string, contract: string) =>
    `exchange: this order is paid in ${symbol} of contract ${contract}`,
  payment: (sent: string, needed: string) => `exchange: ${sent} sent, but this order locks ${needed}`,
  noOrder: 'exchange: there is no such open order',
  notOwner: 'exchange: order belongs to another account',
} as const;
