import type { AbiJson } from '@app/client';
import type { ToolInput, Wanted } from '../../chain/check-proposal';
import { ownProfile } from '../../chain/own-profile';
import type { NetworkFacts } from '../../gateway/config';
import { callNode } from '../../gateway/routes';
import { callTool } from '../../gateway/tools';

/** Chain ids of networks whose configuration names none: of the first answer since the page was loaded. */
const firstIds = new Map<string, Promise<string>>();

/** Everything that a proposal is compared with, from other routes than the one that answered it. @throws ToolError */
export async function wantedFor(network: NetworkFacts, tool: string, input: ToolInput): Promise<Wanted> {
  const [chainId, abis, shareSymbols] = await Promise.all([
    chainIdOf(network),
    abisOf(network),
    tool === 'redeem' || tool === 'compose_plan' ? sharesOf(network.name) : {},
  ]);
  return { tool, input, chainId, profile: ownProfile(network, { abis, shareSymbols }), now: Date.now() };
}

function chainIdOf({ name, chain_id }: NetworkFacts): Promise<string> {
  if (chain_id !== null) return Promise.resolve(chain_id);
  const known = firstIds.get(name) ?? callTool(name, 'get_chain_info').then((answer) => answer.chain_id);
  firstIds.set(name, known);
  known.catch(() => firstIds.delete(name));
  return known;
}

/** ABIs of the exchange and the lending contract, by account. */
async function abisOf({ name, accounts }: NetworkFacts): Promise<Record<string, AbiJson>> {
  const contracts = [accounts['exchange'], accounts['lending']].filter((account) => account !== undefined);
  const answers = contracts.map(async (account) => {
    const { abi = {} } = await callNode<{ abi?: AbiJson }>(name, '/v1/chain/get_abi', {
      account_name: account,
    });
    return [account, abi] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function sharesOf(network: string): Promise<Record<string, string>> {
  const { pools } = await callTool(network, 'get_pool_stats');
  return Object.fromEntries(
    pools.flatMap(({ pool_id, share_symbol }) => (share_symbol === null ? [] : [[pool_id, share_symbol]])),
  ) as Record<string, string>;
}
