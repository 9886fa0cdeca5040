import type { Answer } from '../../../harness/gateway/gateway-client';
import type { Agent } from './agent';
import { listOf, sumOf, type Task, text } from './task';

/** A pool by the symbol of its shares. */
const poolOf = async (agent: Agent, symbol: string): Promise<Answer> => {
  const pools = listOf(await agent.call('get_pool_stats'), 'pools');
  const pool = pools.find(({ share_symbol }) => share_symbol === symbol);
  if (pool === undefined) throw new Error(`no pool has shares ${symbol}`);
  return pool;
};

const sharesOf = async (agent: Agent, { pool_id }: Answer): Promise<string> => {
  const shares = listOf(await agent.call('get_account', { account: agent.account }), 'pool_shares');
  // tools/list: shares that the account has none of are left out
  return String(shares.find((row) => row['pool_id'] === pool_id)?.['amount'] ?? '0');
};

/** In the order in which they are solved. */
export const POOL_TASKS: readonly Task[] = [
  {
    number: 12,
    asked: 'lend 1000 USDT to the pool of TPF, and tell me what I get for it',
    async solve(agent) {
      const pool = await poolOf(agent, 'TPF');
      const before = Number(await sharesOf(agent, pool));
      await agent.send('lend', { amount_usdt: '1000', pool_id: pool['pool_id'] });
      const got = Number(await sharesOf(agent, pool)) - before;
      return { got: got.toFixed(4), isAsPriced: Math.abs(got * Number(pool['share_price']) - 1000) < 0.001 };
    },
    solved: { got: text(/^999\.\d{4}$/), isAsPriced: true },
  },
  {
    number: 13,
    asked: 'redeem all my shares of the pool of TPF',
    async solve(agent) {
      const pool = await poolOf(agent, 'TPF');
      await agent.send('redeem', { amount_tpf: await sharesOf(agent, pool), pool_id: pool['pool_id'] });
      const { entries } = await agent.call('get_redemption_queue', { account: agent.account });
      return { shares: await sharesOf(agent, pool), waiting: entries };
    },
    solved: { shares: '0', waiting: [] },
  },
  {
    number: 14,
    asked: 'redeem 300 of my TPE, and tell me my place in the queue',
    lacks: 'the place without the queue of everybody: usdt_ahead of get_money_in_flight',
    async solve(agent) {
      const { pool_id } = await poolOf(agent, 'TPE');
      await agent.send('redeem', { amount_tpf: '300', pool_id });
      const entries = listOf(await agent.call('get_redemption_queue'), 'entries');
      // tools/list: by id, the order in which each pool pays them
      const queue = entries.filter((entry) => entry['pool_id'] === pool_id);
      const ahead = queue.slice(
        0,
        queue.findIndex(({ account }) => account === agent.account),
      );
      return { place: ahead.length + 1, sharesAhead: sumOf(ahead, 'amount_tpf') };
    },
    solved: { place: 2, sharesAhead: 200 },
  },
  {
    number: 15,
    asked: 'leave the queue of redemptions',
    async solve(agent) {
      const own = { account: agent.account };
      for (const { id } of listOf(await agent.call('get_redemption_queue', own), 'entries')) {
        await agent.send('cancel_redeem', { id });
      }
      return agent.call('get_redemption_queue', own);
    },
    solved: { entries: [] },
  },
  {
    number: 16,
    asked: 'how many shares wait in the queues of all pools, and whose are they',
    async solve(agent) {
      const entries = listOf(await agent.call('get_redemption_queue'), 'entries');
      return { shares: sumOf(entries, 'amount_tpf'), lenders: entries.map(({ account }) => account) };
    },
    solved: { shares: 200, lenders: ['bob'] },
  },
];
