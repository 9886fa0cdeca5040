/** Why the bridges refuse, in their own words. */
export const REFUSALS = {
  address: 'bridge: memo must be a Bitcoin address of this network',
  token: (symbol: string, contract: string) =>
    `bridge: only ${symbol} of contract ${contract} is sent to Bitcoin`,
  asset: (symbol: string) => `bridge: quantity must be in ${symbol} with 8 decimals`,
  tooMuch: (symbol: string) => `bridge: there cannot be that much ${symbol}`,
  knownPayment: 'bridge: payment was seen already',
  notPositive: 'bridge: quantity must be above zero',
  belowMinimum: (minimum: string) => `bridge: below minimum withdrawal of ${minimum}`,
  noFees: 'bridge: fees are not set yet',
  fees: 'bridge: fees must leave something of every amount that may be sent',
  noAccount: 'bridge: there is no such account',
  hasAddress: 'bridge: account has an address already',
  hasRequest: 'bridge: address is requested already',
  unknownAddress: 'bridge: address belongs to no account',
  blocks: 'bridge: count must be 1 to 1000',
  noPegOut: 'bridge: there is no such withdrawal waiting',
  notInReview: 'bridge: withdrawal is not in review',
  isSent: 'bridge: withdrawal is on the Bitcoin chain already',
} as const;
