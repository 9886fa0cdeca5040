import { DEVELOPMENT_PROFILE } from '@app/client';
import { stringify } from 'yaml';
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
  transactions: { per_hour: 30 },
  caps: {
    USDT: { per_transaction: '25', windows: { '1h': '25', '24h': '50' } },
    BTC: { per_transaction: '0.0005', windows: { '24h': '0.001' } },
    TPF: { per_transaction: '100', windows: { '1d': '100' } },
  },
  debt_caps: { USDT: { per_transaction: '1000', windows: { '7d': '1000' } } },
  collateral_caps: { CBTC: { per_transaction: '0.01', windows: { '24h': '0.01' } } },
  allow: {
    transfer: { USDT: { to: ['bob'], memos: ['', 'home'] } },
    place_order: { pairs: { btcusdt: { sell_from: '40000', buy_up_to: '160000' } } },
    cancel_order: {},
    lend: { pools: [6] },
    redeem: { pools: [6] },
    cancel_redeem: {},
    borrow: { pools: [6], max_apr_bps: 500 },
    cancel_loan_request: {},
    repay: {},
    withdraw_btc: { to: ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'] },
    withdraw_collateral: { to: ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'] },
  },
  confirm: { above: { USDT: '20' } },
  stop_file: '/var/lib/signer/STOP',
  log_head: '/mnt/other/signer-head',
};

/** The text of a policy. */
export const policyText = (policy: unknown = EXAMPLE_POLICY): string => stringify(policy);

/** The profile of the development chains, as the file of an owner. */
export const PROFILE_TEXT = stringify(DEVELOPMENT_PROFILE, { aliasDuplicateObjects: false });
