import type { Answer } from '../../harness/gateway/gateway-client';

export const OUT = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
export const PAIR = 'btcusdt';
export const ALICE = { account: 'alice' };

/** A step of a plan. */
export type Step = readonly [tool: string, input: Answer];

/** An order of alice. */
export const order = (input: Answer): Step => [
  'place_order',
  { ...ALICE, pair: PAIR, side: 'sell', ...input },
];
/** An order of alice that does not trade. */
export const resting = order({ price: '99000', amount: '0.01' });
/** A payment of alice to bob. */
export const pay = (input: Answer = {}): Step => [
  'transfer',
  { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1', ...input },
];

/** Plans that are refused, with the reason. */
export const REFUSED: readonly (readonly [title: string, steps: readonly Step[], reason: string | RegExp])[] =
  [
    ['one step', [resting], 'steps: must have at least 2 items, has 1'],
    ['eleven steps', Array.from({ length: 11 }, () => resting), 'steps: must have at most 10 items, has 11'],
    [
      'a plan in a plan',
      [resting, ['compose_plan', {}]],
      /^steps\[1\]\.tool: must be borrow, .*got the string "compose_plan"$/,
    ],
    [
      'a tool that only looks',
      [resting, ['get_orders', ALICE]],
      /^steps\[1\]\.tool: must be .*"get_orders"$/,
    ],
    ['a push', [resting, ['push_transaction', {}]], /^steps\[1\]\.tool: must be /],
    [
      'a step without input',
      [resting, ['repay', {}]],
      'steps[1].input.account: is required; steps[1].input.amount_usdt: is required',
    ],
    [
      'a field of another tool',
      [resting, pay({ account: 'alice' })],
      /^steps\[1\]\.input: unknown field "account"/,
    ],
    [
      'a network of its own',
      [resting, pay({ network: 'testnet' })],
      'steps[1].input: unknown field "network"',
    ],
    [
      'a request id of its own',
      [resting, pay({ request_id: 'a' })],
      'steps[1].input: unknown field "request_id"',
    ],
    [
      'an amount with too many decimals',
      [resting, pay({ amount: '0.000000001' })],
      'steps[1].input.amount: "0.000000001" has 9 decimals; BTC has 8',
    ],
    [
      'another signer',
      [resting, pay({ from: 'bob', to: 'alice' })],
      /^steps\[1\]\.input\.from: bob@active signs it; the steps of a plan are signed by one permission, that of steps\[0\]: alice@active$/,
    ],
    [
      'another permission',
      [resting, pay({ permission: 'agent' })],
      /^steps\[1\]\.input\.permission: alice@agent signs it/,
    ],
    [
      'an equal step',
      [resting, pay(), pay({ amount: 0.1 })],
      'steps[2]: is the same as steps[1]: make one step of both',
    ],
    [
      'a payment to a token contract',
      [resting, pay({ to: 'usdt.token' })],
      /^steps\[1\]\.input\.to: usdt\.token is the contract of USDT/,
    ],
    [
      'a payment to the system account',
      [resting, pay({ to: 'eosio' })],
      /^steps\[1\]\.input\.to: eosio is the system account/,
    ],
    [
      'a payment to a vault',
      [resting, pay({ to: '2kcv5ga.loan' })],
      /^steps\[1\]\.input\.to: 2kcv5ga\.loan is a vault/,
    ],
    [
      'a receiver that does not exist',
      [resting, pay({ to: 'nosuch' })],
      'steps[1]: account nosuch does not exist on mainnet',
    ],
    [
      'an order of another account',
      [resting, ['cancel_order', { ...ALICE, pair: PAIR, order_id: 1 }]],
      /^steps\[1\]\.input\.order_id: /,
    ],
    [
      'a withdrawal below the minimum',
      [resting, ['withdraw_btc', { ...ALICE, amount: '0.00000001', btc_address: OUT }]],
      /^steps\[1\]\.input\.amount: .* is below the minimum/,
    ],
    [
      'a Bitcoin address of another network',
      [
        resting,
        ['withdraw_btc', { ...ALICE, amount: '0.1', btc_address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }],
      ],
      /^steps\[1\]\.input\.btc_address: /,
    ],
  ];
