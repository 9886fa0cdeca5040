import type { Answer } from '../../../harness/gateway/gateway-client';
import type { ActionInput } from '../../../harness/signing/signing-client';
import type { Agent } from './agent';
import { BITCOIN_ADDRESS } from './loans';
import { listOf, type Task } from './task';

const PUBLIC_KEY = 'PUB_K1_8PpZrrWkNgBexRvXa4RzfxpLRnd7csfM9QVTS7nyHwrHMPCNx8';
const PERMISSION = 'trader';
const GIVEN = { public_key: PUBLIC_KEY, permission: PERMISSION, capabilities: 'trade' };

/** The actions of the prompt, which the person signs with a wallet. */
async function actionsOf(agent: Agent): Promise<ActionInput[]> {
  const prompt = await agent.prompt('set_up_restricted_permission', { account: agent.account, ...GIVEN });
  return JSON.parse(/```json\n([^]*?)\n```/.exec(prompt)![1]!) as ActionInput[];
}

async function permissionOf(agent: Agent): Promise<Answer | undefined> {
  const permissions = listOf(
    await agent.call('get_account', { account: agent.account, detail: 'full' }),
    'permissions',
  );
  return permissions.find(({ name }) => name === PERMISSION);
}

/** Whether a permission is linked to the first action of a proposal, and what its dry run says. */
const triedWith = async (agent: Agent, links: readonly Answer[], tool: string, input: Answer) => {
  const { actions, simulation } = (await agent.call(tool, {
    ...input,
    permission: PERMISSION,
    detail: 'full',
  })) as { actions?: { account: string; name: string }[]; simulation?: { status: string } };
  const isLinked = links.some(
    ({ contract, action }) => contract === actions?.[0]?.account && action === actions?.[0]?.name,
  );
  return { isLinked, dryRun: simulation?.status };
};

/** In the order in which they are solved. */
export const PERMISSION_TASKS: readonly Task[] = [
  {
    number: 30,
    asked: 'give this key a permission trader of my account, which may only trade',
    given: GIVEN,
    async solve(agent, world) {
      await world.sendByWallet(agent.account, await actionsOf(agent));
      const { keys, linked_actions } = (await permissionOf(agent)) as {
        keys: { key: string }[];
        linked_actions: { action: string }[];
      };
      return { keys, actions: [...new Set(linked_actions.map(({ action }) => action))].sort() };
    },
    solved: { keys: [{ key: PUBLIC_KEY, weight: 1 }], actions: ['cancelorder', 'transfer'] },
  },
  {
    number: 31,
    asked: 'prove that my permission trader cannot send BTC to bob, or collateral to a bitcoin address',
    given: [GIVEN, BITCOIN_ADDRESS],
    async solve(agent) {
      const links = listOf((await permissionOf(agent)) ?? {}, 'linked_actions');
      const payment = { from: agent.account, to: 'bob', symbol: 'BTC', amount: '0.001' };
      const withdrawal = { account: agent.account, amount_cbtc: '0.01', btc_address: BITCOIN_ADDRESS };
      return {
        payment: await triedWith(agent, links, 'transfer', payment),
        withdrawal: await triedWith(agent, links, 'withdraw_collateral', withdrawal),
      };
    },
    // Orders are transfers: the first part cannot be proven, because it can.
    solved: {
      payment: { isLinked: true, dryRun: 'ok' },
      withdrawal: { isLinked: false, dryRun: 'failed' },
    },
  },
  {
    number: 32,
    asked: 'take my permission trader away',
    given: GIVEN,
    async solve(agent, world) {
      const { linked_actions } = (await permissionOf(agent)) as {
        linked_actions: { contract: string; action: string }[];
      };
      // The prompt: unlinkauth for each link, then deleteauth, both of the contract of its actions.
      const [{ account: contract, authorization }] = (await actionsOf(agent)) as [ActionInput];
      const own = { account: agent.account };
      const unlinks = linked_actions.map(({ contract: code, action: type }) => ({
        ...{ account: contract, name: 'unlinkauth', authorization },
        data: { ...own, code, type },
      }));
      const removal = {
        ...{ account: contract, name: 'deleteauth', authorization },
        data: { ...own, permission: PERMISSION },
      };
      await world.sendByWallet(agent.account, [...unlinks, removal]);
      return { permission: (await permissionOf(agent)) ?? 'none' };
    },
    solved: { permission: 'none' },
  },
];
