import { DEVELOPMENT_PROFILE } from '@app/client';
import type { Policy } from '../policy/policy';

/** The development chains of `npm start`, with the tables that rules of the policy read. */
export const DEVELOPMENT_SIGNER_PROFILE: Policy['profile'] = {
  ...DEVELOPMENT_PROFILE,
  accounts: { ...DEVELOPMENT_PROFILE.accounts, vault_bridge: 'vaults', oracle: 'oracle' },
  tables: {
    prices: { code: 'oracle', table: 'aggfeeds', scope: '{oracle}' },
    orders: { code: 'exchange', table: 'orderbook2', scope: '{pair}' },
    loans: { code: 'lending', table: 'loan', scope: '{lending}', account_index: 2 },
    loan_requests: { code: 'lending', table: 'loanqueue', scope: '{lending}', account_index: 2 },
    vaults: { code: 'lending', table: 'vault', scope: '{lending}' },
    deposit_addresses: { code: 'btc_bridge', table: 'accounts', scope: '{btc_bridge}' },
    vault_addresses: { code: 'vault_bridge', table: 'accounts', scope: '{vault_bridge}' },
    pools: { code: 'lending', table: 'poolstats', scope: '{lending}' },
  },
};
