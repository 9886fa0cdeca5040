import { stringify } from 'yaml';
import { DEVELOPMENT_SIGNER_PROFILE } from '../chain/development-profile';
import type { PolicyFile } from '../policy/policy-schema';

/** A policy that uses every rule. */
export const EXAMPLE_POLICY: PolicyFile = {
  version: 1,
  default: 'refuse',
  network: 'mainnet',
  chain_id: 'ab'.repeat(32),
  account: 'alice',
  permission: 'agent',
  gateway: 'http://127.0.0.1:3000',
  nodes: ['http://127.0.0.1:8888', 'http://127.0.0.1:8889'],
  history_nodes: ['http://127.0.0.1:7000'],
  transactions: { per_hour: 30, lifetime: '45s', concurrent: 2 },
  caps: {
    USDT: { per_transaction: '25', windows: { '1h': '25', '24h': '50' } },
    BTC: { per_transaction: '0.0005', windows: { '24h': '0.001' } },
    TPF: { per_transaction: '100', windows: { '1d': '100' } },
  },
  debt_caps: { USDT: { per_transaction: '1000', windows: { '7d': '1000' } } },
  collateral_caps: { CBTC: { per_transaction: '0.01', windows: { '24h': '0.01' } } },
  allow: {
    transfer: { USDT: { to: ['bob'], memos: ['', 'home'] } },
    place_order: {
      pairs: {
        btcusdt: {
          sell_from: '40000',
          buy_up_to: '160000',
          price_guard: { worse_by_bps: 50, max_age: '2m', beyond: 'refuse' },
          open_orders: { count: 10, value: '50' },
        },
      },
    },
    cancel_order: {},
    lend: { pools: [6] },
    redeem: { pools: [6] },
    cancel_redeem: {},
    borrow: { pools: [6], max_apr_bps: 500, max_ltv_bps: 4000 },
    cancel_loan_request: {},
    repay: {},
    withdraw_btc: { to: ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'] },
    withdraw_collateral: { to: ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'], max_ltv_bps: 4000 },
  },
  deposits: { show_addresses_of: ['self', 'carol'] },
  confirm: {
    ...{ above: { USDT: '20' }, new_recipient: true },
    ...{ page: { open_with: '/usr/bin/xdg-open' }, elicitation: true },
  },
  hours: { zone: 'Europe/Berlin', within: ['mon-fri 07:00-21:00', 'sat 10:00-14:00'] },
  stop_file: '/var/lib/signer/STOP',
  reconcile: '5m',
  log_head: '/mnt/other/signer-head',
};

/** The text of a policy. */
export const policyText = (policy: unknown = EXAMPLE_POLICY): string => stringify(policy);

/** The profile of the development chains, as the file of an owner. */
export const PROFILE_TEXT = stringify(DEVELOPMENT_SIGNER_PROFILE, { aliasDuplicateObjects: false });
