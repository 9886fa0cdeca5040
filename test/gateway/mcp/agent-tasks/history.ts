import type { Answer } from '../../../harness/gateway/gateway-client';
import type { Agent } from './agent';
import { listOf, type Task } from './task';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

const headMs = async (agent: Agent): Promise<number> => {
  const { head_block_time: head } = await agent.call('get_chain_info');
  return Date.parse(String(head));
};

/** All pages. */
async function actionsOf(agent: Agent, input: Answer): Promise<Answer[]> {
  const actions: Answer[] = [];
  for (let cursor: unknown = null; cursor !== undefined;) {
    const own = { account: agent.account, ...input };
    const page = await agent.call('get_history', cursor === null ? own : { ...own, cursor });
    actions.push(...listOf(page, 'actions'));
    cursor = page['next_cursor'] ?? undefined;
  }
  return actions;
}

/** In the order in which they are solved. Time passes before them: no other task is of that day or hour. */
export const HISTORY_TASKS: readonly Task[] = [
  {
    number: 26,
    asked: 'who sent me BTC yesterday',
    async before(world) {
      await world.passToNoon();
      await world.act('bob', 'transfer', { to: 'alice', symbol: 'BTC', amount: '0.3' });
      await world.act('bob', 'transfer', { to: 'alice', symbol: 'USDT', amount: '7' });
      await world.passToNoon();
      await world.act('carol', 'transfer', { to: 'alice', symbol: 'BTC', amount: '0.4' });
      await world.historyFollowed();
    },
    async solve(agent) {
      const today = Math.floor((await headMs(agent)) / DAY_MS) * DAY_MS;
      const during = { after: iso(today - DAY_MS), before: iso(today - 1) };
      const received = await actionsOf(agent, { token: 'BTC', to: agent.account, ...during });
      return received.map(({ transfer }) => {
        const { from, amount } = transfer as Answer;
        return { from, amount };
      });
    },
    solved: [{ from: 'bob', amount: '0.30000000' }],
  },
  {
    number: 33,
    asked: 'what did my account do in the last hour',
    async before(world) {
      await world.passToNoon();
      await world.act('alice', 'transfer', { to: 'bob', symbol: 'USDT', amount: '11' });
      await world.act('alice', 'place_order', {
        pair: 'btcusdt',
        side: 'sell',
        price: '95000',
        amount: '0.01',
      });
      await world.historyFollowed();
    },
    async solve(agent) {
      const actions = await actionsOf(agent, { after: iso((await headMs(agent)) - HOUR_MS) });
      const own = actions.filter(({ authorization }) =>
        (authorization as string[]).some((level) => level.startsWith(`${agent.account}@`)),
      );
      return own.map(({ sentence }) => sentence);
    },
    // Newest first.
    solved: [
      expect.stringMatching(/alice.*0\.01000000 BTC.*95000/) as unknown,
      expect.stringMatching(/^alice sends 11\.00000000 USDT .*to bob/) as unknown,
    ],
  },
];
