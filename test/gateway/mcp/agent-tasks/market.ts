import type { Answer } from '../../../harness/gateway/gateway-client';
import type { Agent, PlanStep } from './agent';
import { eightDecimals, listOf, type Task, text } from './task';

const PAIR = { pair: 'btcusdt' };

const ownOrders = async (agent: Agent): Promise<Answer[]> =>
  listOf(await agent.call('get_orders', { account: agent.account }), 'orders');

const lockedUsdt = async (agent: Agent): Promise<number> => {
  const { locked } = await agent.call('get_account', { account: agent.account });
  return Number((locked as Answer)['USDT']);
};

/** The cost of an amount on one side of the book. */
function costOf(levels: readonly Answer[], wanted: number): number {
  let left = wanted;
  let cost = 0;
  for (const { price, amount } of levels) {
    const taken = Math.min(left, Number(amount));
    cost += taken * Number(price);
    left -= taken;
  }
  if (left > 0) throw new Error('the book is not deep enough');
  return cost;
}

const cancellationOf = (order: Answer | undefined): PlanStep => ({
  tool: 'cancel_order',
  input: { pair: order?.['pair'], order_id: order?.['id'] },
});

/** In the order in which they are solved. */
export const MARKET_TASKS: readonly Task[] = [
  {
    number: 23,
    asked:
      'btcusdt: what is the spread, how deep are both sides, what would 1 BTC cost, how far from the best price',
    async solve(agent) {
      const { bids, asks, best_ask, spread } = await agent.call('get_orderbook', { ...PAIR, depth: 200 });
      const cost = costOf(asks as Answer[], 1);
      return { spread, bids: (bids as Answer[]).length, cost, impact: cost - Number(best_ask) };
    },
    // half at 80100, half at 80400
    solved: { spread: '200', bids: 2, cost: 80_250, impact: 150 },
  },
  {
    number: 17,
    asked: 'buy BTC for 100 USDT on btcusdt at the best price, at most 0.5 % above it',
    async solve(agent) {
      const { best_ask } = await agent.call('get_orderbook', { ...PAIR, depth: 1 });
      const limit = Number(best_ask) * 1.005;
      const amount = eightDecimals(100 / limit);
      await agent.send('place_order', { ...PAIR, side: 'buy', price: eightDecimals(limit), amount });
      const [trade] = listOf(
        await agent.call('get_trades', { ...PAIR, account: agent.account, limit: 1 }),
        'trades',
      );
      return {
        price: trade?.['price'],
        isWhole: Number(trade?.['amount']) === Number(amount),
        rest: await ownOrders(agent),
      };
    },
    solved: { price: '80100', isWhole: true, rest: [] },
  },
  {
    number: 18,
    asked: 'btcusdt: sell 0.01 BTC, but for 85000 or more only; show me the proposal, do not send it',
    async solve(agent) {
      const { best_bid } = await agent.call('get_orderbook', { ...PAIR, depth: 1 });
      const order = { ...PAIR, side: 'sell', price: '85000', amount: '0.01' };
      const { simulation, summary } = await agent.compose('place_order', order);
      return { rests: Number(best_bid) < 85_000, dryRun: simulation.status, says: summary.join(' ') };
    },
    solved: { rests: true, dryRun: 'ok', says: text(/0\.01000000 BTC.*85000/) },
  },
  {
    number: 19,
    asked: 'btcusdt: place an order to buy 0.02 BTC 5 % below the price',
    async solve(agent) {
      const { price } = await agent.call('get_btc_price');
      const limit = eightDecimals(Number(price) * 0.95);
      await agent.send('place_order', { ...PAIR, side: 'buy', price: limit, amount: '0.02' });
      return { locked: await lockedUsdt(agent) };
    },
    solved: { locked: 1520 },
  },
  {
    number: 20,
    asked: 'which orders do I have',
    solve: ownOrders,
    solved: [{ side: 'buy', price: '76000.00000000', amount: '0.02000000' }],
  },
  {
    number: 21,
    asked: 'cancel my order, and see that the money is back',
    async solve(agent) {
      const [order] = await ownOrders(agent);
      await agent.send('cancel_order', { pair: order?.['pair'], order_id: order?.['id'] });
      return { locked: await lockedUsdt(agent), orders: await ownOrders(agent) };
    },
    solved: { locked: 0, orders: [] },
  },
  {
    number: 24,
    asked: 'btcusdt: I had orders to buy 0.01 BTC at 79980 and at 79970; which was filled, at which price',
    lacks: 'which of two orders at one price: trades of the chain have no order id',
    async before(world) {
      for (const price of ['79980', '79970']) {
        await world.act('alice', 'place_order', { ...PAIR, side: 'buy', price, amount: '0.01' });
      }
      await world.act('bob', 'place_order', { ...PAIR, side: 'sell', price: '79975', amount: '0.01' });
    },
    async solve(agent) {
      const open = (await ownOrders(agent)).map(({ price }) => Number(price));
      const filled = [79_980, 79_970].filter((price) => !open.includes(price));
      const trades = listOf(
        await agent.call('get_trades', { ...PAIR, account: agent.account, limit: 5 }),
        'trades',
      );
      const bought = trades.filter(
        ({ buyer, price }) => buyer === agent.account && filled.includes(Number(price)),
      );
      return { filled, fills: bought.map(({ price, amount }) => ({ price, amount })) };
    },
    solved: { filled: [79_980], fills: [{ price: '79980', amount: '0.01' }] },
  },
  {
    number: 22,
    asked: 'cancel all my orders',
    async before(world) {
      for (const price of ['90000', '91000']) {
        await world.act('alice', 'place_order', { ...PAIR, side: 'sell', price, amount: '0.01' });
      }
    },
    async solve(agent) {
      const orders = await ownOrders(agent);
      const { simulation } = await agent.sendPlan(orders.map((order) => cancellationOf(order)));
      return { signatures: 1, steps: simulation.steps.length, left: await ownOrders(agent) };
    },
    solved: { signatures: 1, steps: 3, left: [] },
  },
  {
    number: 41,
    asked:
      'btcusdt: move my order to sell 0.01 BTC from 90000 to 91000; it must never be sold twice, nor trade at once',
    before: (world) =>
      world.act('alice', 'place_order', { ...PAIR, side: 'sell', price: '90000', amount: '0.01' }),
    async solve(agent) {
      const [order] = await ownOrders(agent);
      const { side, amount } = order ?? {};
      await agent.sendPlan([
        cancellationOf(order),
        { tool: 'place_order', input: { ...PAIR, side, amount, price: '91000', post_only: true } },
      ]);
      return ownOrders(agent);
    },
    solved: [{ side: 'sell', price: '91000.00000000', amount: '0.01000000' }],
  },
];
