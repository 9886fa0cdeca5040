import type { BinaryAction } from '@app/client';
import type { Policy } from '../policy/policy';
import { Refusal } from '../refusal';
import { factsOf } from './node-tables';

/**
 * The contracts read the actions as the owner sealed them: a contract that was replaced could give equal bytes another
 * meaning, such as sender and receiver exchanged. Holds for the ABI of each node.
 * @param checked nodes whose head was read before
 * @throws Refusal
 */
export async function assertSealedLayouts(
  actions: readonly BinaryAction[],
  policy: Policy,
  checked: readonly string[],
): Promise<void> {
  const contracts = [...new Set(actions.map(({ account }) => account))];
  const found = await factsOf(policy, checked, (node) => node.layouts(contracts));
  for (const { account, name } of actions) {
    const action = `${account}::${name}`;
    const sealed = JSON.stringify(policy.profile.layouts[action]);
    if (found.some((layouts) => JSON.stringify(layouts[action]) !== sealed))
      throw new Refusal(
        'nodes',
        `the ABI of a node has another layout of ${action} than the sealed profile: read the contract, then run signer policy seal --renew`,
      );
  }
}
