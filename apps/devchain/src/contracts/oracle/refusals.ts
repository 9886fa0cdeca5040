/** Why the oracle refuses, in its own words. */
export const REFUSALS = {
  noFeed: 'oracle: there is no such feed',
  notFeeder: 'oracle: not a registered feeder',
  alreadyFeeder: 'oracle: feeder is registered already',
  noAccount: 'oracle: feeder is not an account',
  tooManyFeeders: 'oracle: too many feeders',
  price: (decimals: number) =>
    `oracle: price must be a decimal above zero with at most ${String(decimals)} decimals`,
} as const;
