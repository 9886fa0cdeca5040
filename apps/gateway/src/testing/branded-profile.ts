import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';

const development = readProfile(developmentProfileFile()).entries();

/** The profile of a chain that calls NATIVE, the pair of it and much else by names of its own. */
export const brandedProfile = new ContractProfile('branded.yaml', {
  ...development,
  accounts: { ...development.accounts, exchange: 'swap.acc' },
  tokens: { ...development.tokens, NATIVE: { contract: 'coin.token', symbol: 'COIN', precision: 4 } },
  pairs: {
    ...development.pairs,
    nativebtc: { name: 'coinbtc', base: 'NATIVE', quote: 'BTC', price_decimals: 10 },
  },
  actions: {
    ...development.actions,
    cancel_order: {
      account: 'exchange',
      name: 'remove',
      data: { owner: '{account}', number: '{order_id}', market: '{pair}' },
    },
  },
});
