import type { ChainProfile, Layout } from './profile.ts';

const TRANSFER: Layout = [
  ['from', 'name'],
  ['to', 'name'],
  ['quantity', 'asset'],
  ['memo', 'string'],
];
const VAULT: Layout = [
  ['owner', 'name'],
  ['vault', 'name'],
];

/** The development chains of `npm start`. Real chains have other names: their owner writes the profile. */
export const DEVELOPMENT_PROFILE: ChainProfile = {
  accounts: { exchange: 'dex', lending: 'loan', btc_bridge: 'bridge' },
  tokens: {
    BTC: { contract: 'btc.token', symbol: 'BTC', precision: 8 },
    USDT: { contract: 'usdt.token', symbol: 'USDT', precision: 8 },
    NATIVE: { contract: 'eosio.token', symbol: 'NATIVE', precision: 4 },
    TPF: { contract: 'pool.token', symbol: 'TPF', precision: 8 },
    CBTC: { contract: 'cbtc.token', symbol: 'CBTC', precision: 8 },
  },
  pairs: {
    btcusdt: { name: 'btcusdt', base: 'BTC', quote: 'USDT', price_decimals: 8 },
    nativebtc: { name: 'nativebtc', base: 'NATIVE', quote: 'BTC', price_decimals: 10 },
  },
  actions: {
    transfer: {
      account: 'token',
      name: 'transfer',
      data: { from: '{from}', to: '{to}', quantity: '{quantity}', memo: '{memo}' },
    },
    cancel_order: {
      account: 'exchange',
      name: 'cancelorder',
      data: { orderIdentifier: '{order_id}', pair: '{pair}' },
    },
    create_vault: {
      account: 'lending',
      name: 'createvault',
      data: { owner: '{account}', vault: '{vault}' },
    },
    generate_address: {
      account: 'lending',
      name: 'genaddr',
      data: { owner: '{account}', vault: '{vault}' },
    },
    borrow: {
      account: 'lending',
      name: 'borrowvar',
      data: {
        account: '{account}',
        amount: '{quantity}',
        pool_id: '{pool_id}',
        max_apr_bps: '{max_apr_bps}',
      },
    },
    process_queue: { account: 'lending', name: 'processqueue', data: {} },
    cancel_loan_request: { account: 'lending', name: 'cancelloan', data: { account: '{account}' } },
    withdraw_collateral: {
      account: 'lending',
      name: 'withdraw',
      data: { account: '{account}', quantity: '{quantity}', btc_address: '{btc_address}' },
    },
    cancel_redemption: {
      account: 'lending',
      name: 'cancelredeem',
      data: { account: '{account}', id: '{id}' },
    },
  },
  memos: {
    order: '{side}:{quantity}:{price}',
    peg_out: '{btc_address}',
    lend: 'lend:{pool_id}',
    repay: 'repay',
    redeem: 'redeem:{pool_id}',
  },
  vault_name: '{id}.{lending}',
  layouts: {
    'btc.token::transfer': TRANSFER,
    'usdt.token::transfer': TRANSFER,
    'eosio.token::transfer': TRANSFER,
    'pool.token::transfer': TRANSFER,
    'dex::cancelorder': [
      ['orderIdentifier', 'uint64'],
      ['pair', 'string'],
    ],
    'loan::createvault': VAULT,
    'loan::genaddr': VAULT,
    'loan::borrowvar': [
      ['account', 'name'],
      ['amount', 'asset'],
      ['pool_id', 'uint8'],
      ['max_apr_bps', 'uint16'],
    ],
    'loan::processqueue': [],
    'loan::cancelloan': [['account', 'name']],
    'loan::withdraw': [
      ['account', 'name'],
      ['quantity', 'asset'],
      ['btc_address', 'string'],
    ],
    'loan::cancelredeem': [
      ['account', 'name'],
      ['id', 'uint64'],
    ],
  },
};
