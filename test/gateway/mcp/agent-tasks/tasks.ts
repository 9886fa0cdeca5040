import type { Answer } from '../../../harness/gateway/gateway-client';
import type { Agent } from './agent';

/** A task of a person, its solution by tool calls, and the facts that show that it is solved. */
export interface Task {
  readonly title: string;
  solve(agent: Agent): Promise<unknown>;
  readonly solved: unknown;
}

const text = (pattern: RegExp): unknown => expect.stringMatching(pattern) as unknown;
const alice = { account: 'alice' };
/** Interest accrues between two reads: the loan-to-value in whole percent. */
const wholePercent = (loan: Answer | undefined): Answer => ({
  ...loan,
  ltv_percent: Math.round(Number(loan?.['ltv_bps']) / 100),
});
const listOf = (answer: Answer, member: string): Answer[] => answer[member] as Answer[];

/** Tasks of agents, in the order in which they are solved on one chain. */
export const TASKS: readonly Task[] = [
  {
    title: 'the account owns these tokens',
    solve: (agent) => agent.call('get_account', alice),
    solved: { balances: { BTC: text(/^\d+\.\d{8}$/), USDT: text(/^\d/) } },
  },
  {
    title: 'the price of BTC and whether it is stale',
    solve: (agent) => agent.call('get_btc_price'),
    solved: { price: '80000.00000000', stale: false },
  },
  {
    title: 'the pools, with what can be borrowed and at which rate',
    solve: (agent) => agent.call('get_pool_stats'),
    solved: { pools: expect.arrayContaining([expect.objectContaining({ pool_id: 6 })]) as unknown },
  },
  {
    title: 'set up a vault and fund it with 0.1 BTC',
    async solve(agent) {
      await agent.send('setup_vault');
      await agent.control('mine-bitcoin');
      const { btc_address: address } = await agent.call('get_vault', alice);
      await agent.control('send-bitcoin', { address, amount: '0.1' });
      await agent.control('mine-bitcoin', { count: 4 });
      return agent.call('get_vault', alice);
    },
    solved: { cbtc_balance: '0.10000000' },
  },
  {
    title: 'borrowing too much is refused with the most that can be borrowed',
    async solve(agent) {
      const { simulation, summary } = await agent.call('borrow', {
        ...{ ...alice, amount_usdt: '100000', max_apr_bps: 3000 },
      });
      return { simulation, summary: JSON.stringify(summary) };
    },
    solved: { simulation: { status: 'failed' }, summary: text(/At most|at most/) },
  },
  {
    title: 'borrow to a loan-to-value of 40 %',
    async solve(agent) {
      const { cbtc_balance: collateral } = await agent.call('get_vault', alice);
      const { price } = await agent.call('get_btc_price');
      const amount = (Number(collateral) * Number(price) * 0.4).toFixed(8);
      await agent.send('borrow', { amount_usdt: amount, max_apr_bps: 5000 });
      return wholePercent(listOf(await agent.call('get_loans', alice), 'active')[0]);
    },
    solved: { ltv_percent: 40, liquidation_price: text(/^\d/) },
  },
  {
    title: 'repay half of the loan',
    async solve(agent) {
      const [loan] = listOf(await agent.call('get_loans', alice), 'active');
      await agent.send('repay', { amount_usdt: (Number(loan?.['payoff_usdt']) / 2).toFixed(8) });
      return wholePercent(listOf(await agent.call('get_loans', alice), 'active')[0]);
    },
    solved: { ltv_percent: 20 },
  },
  {
    title: 'repay the whole loan',
    async solve(agent) {
      const [loan] = listOf(await agent.call('get_loans', alice), 'active');
      await agent.send('repay', { amount_usdt: (Number(loan?.['payoff_usdt']) + 1).toFixed(8) });
      return agent.call('get_loans', alice);
    },
    solved: { active: [] },
  },
  {
    title: 'lend 1000 USDT and see the shares',
    async solve(agent) {
      await agent.send('lend', { amount_usdt: '1000', pool_id: 6 });
      return agent.call('get_account', alice);
    },
    solved: { balances: { TPF: text(/^[1-9]\d*\.\d{8}$/) } },
  },
  {
    title: 'redeem some shares',
    async solve(agent) {
      const proposal = await agent.send('redeem', { amount_tpf: '100', pool_id: 6 });
      return proposal.simulation;
    },
    solved: { status: 'ok' },
  },
  {
    title: 'place a sell order above the price, and list it',
    async solve(agent) {
      await agent.send('place_order', { pair: 'btcusdt', side: 'sell', price: '90000', amount: '0.01' });
      return agent.call('get_orders', { ...alice, pair: 'btcusdt' });
    },
    solved: { orders: [{ side: 'sell', price: text(/^90000/) }] },
  },
  {
    title: 'the best prices of the book',
    solve: (agent) => agent.call('get_orderbook', { pair: 'btcusdt', depth: 5 }),
    solved: { best_ask: text(/^90000/), best_bid: null },
  },
  {
    title: 'cancel the order',
    async solve(agent) {
      const [order] = listOf(await agent.call('get_orders', { ...alice, pair: 'btcusdt' }), 'orders');
      await agent.send('cancel_order', { pair: 'btcusdt', order_id: order?.['id'] });
      return agent.call('get_orders', { ...alice, pair: 'btcusdt' });
    },
    solved: { orders: [] },
  },
  {
    title: 'send 5 USDT',
    async solve(agent) {
      const input = { from: 'alice', to: 'bob', symbol: 'USDT', amount: '5' };
      return agent.push((await agent.call('transfer', input)) as never);
    },
    solved: { status: 'executed' },
  },
  {
    title: 'an address to bring BTC in',
    solve: (agent) => agent.call('get_deposit_address', alice),
    solved: { network: 'mainnet' },
  },
  {
    title: 'a wrong Bitcoin address is refused',
    solve: (agent) =>
      agent.call('withdraw_btc', {
        ...alice,
        btc_address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
        amount: '0.1',
      }),
    solved: { error: text(/btc_address/) },
  },
  {
    title: 'a wrong amount is refused',
    solve: (agent) => agent.call('transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '1,5' }),
    solved: { error: text(/amount/) },
  },
  {
    title: 'a wrong name is refused',
    solve: (agent) => agent.call('get_account', { account: 'Alice!' }),
    solved: { error: text(/account/) },
  },
  {
    title: 'the same bytes pushed twice are executed once',
    async solve(agent) {
      const input = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001' };
      const proposal = await agent.call('transfer', input);
      await agent.push(proposal as never);
      return agent.push(proposal as never);
    },
    solved: { status: 'already_executed' },
  },
  {
    title: 'a stale price blocks a loan',
    async solve(agent) {
      await agent.control('advance-time', { seconds: 360 });
      const price = await agent.call('get_btc_price');
      const refusal = await agent.call('borrow', { ...alice, amount_usdt: '1000', max_apr_bps: 3000 });
      return { stale: price['stale'], error: refusal['error'] ?? JSON.stringify(refusal['simulation']) };
    },
    solved: { stale: true, error: text(/stale|old|fresh|minutes/) },
  },
];

/** Tasks that no tool of today solves, and why. */
export const NOT_SOLVABLE: Readonly<Record<string, string>> = {
  'the account received BTC from this sender yesterday':
    'needs get_history: history:// is a resource of 20 actions',
  'everything that the account did in the last hour': 'needs get_history with a time range',
  'the interest paid on a loan that has ended': 'needs the payments of the loan: get_history',
  'the order that a trade filled': 'trades of the chain have no order id',
  'the place in the redemption queue': 'needs position and usdt_ahead: get_money_in_flight',
  'cancel all orders at once': 'needs compose_plan: one order for each transaction today',
};
