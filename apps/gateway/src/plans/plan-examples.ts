import { EXAMPLE_BITCOIN_ADDRESS } from '../composing/bitcoin-address-field';

const PAIR = '{{pair.first}}';

/** Plans of the accounts of a fresh development chain. */
export const PLAN_EXAMPLES = [
  {
    // Cancel and replace.
    steps: [
      { tool: 'cancel_order', input: { account: 'dave', pair: PAIR, order_id: 1 } },
      {
        tool: 'place_order',
        input: {
          account: 'dave',
          pair: PAIR,
          side: 'sell',
          price: '95000',
          amount: '0.001',
          post_only: true,
        },
      },
    ],
  },
  {
    // Repay and withdraw.
    steps: [
      { tool: 'repay', input: { account: 'dave', amount_usdt: '250.5' } },
      {
        tool: 'withdraw_collateral',
        input: { account: 'dave', amount_cbtc: '0.01', btc_address: EXAMPLE_BITCOIN_ADDRESS },
      },
    ],
  },
  {
    // Borrow and buy.
    steps: [
      { tool: 'borrow', input: { account: 'frank', amount_usdt: '1000', max_apr_bps: 2000 } },
      {
        tool: 'place_order',
        input: { account: 'frank', pair: PAIR, side: 'buy', price: '70000', amount: '0.01' },
      },
    ],
  },
];
