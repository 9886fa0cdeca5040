import type { Field } from '../../chain/action-data';
import type { Wanted } from '../../chain/check-proposal';
import { stepsOf, type ToolInput } from '../../chain/expected-actions';
import type { NetworkFacts } from '../../gateway/config';
import { callNode, callTool } from '../../gateway/routes';

interface AbiAnswer {
  readonly abi?: {
    readonly structs: readonly {
      readonly name: string;
      readonly base: string;
      readonly fields: readonly Field[];
    }[];
    readonly actions: readonly { readonly name: string; readonly type: string }[];
  };
}

/** Chain ids of networks whose configuration names none: of the first answer since the page was loaded. */
const firstIds = new Map<string, Promise<string>>();

/** Everything that a proposal is compared with, from other routes than the one that answered it. @throws GatewayError */
export async function wantedFor(network: NetworkFacts, tool: string, input: ToolInput): Promise<Wanted> {
  const [chainId, fields, shareSymbols] = await Promise.all([
    chainIdOf(network),
    fieldsOf(network),
    redeems(tool, input) ? sharesOf(network.name) : {},
  ]);
  return { tool, input, network, chainId, fields, shareSymbols, now: Date.now() };
}

const redeems = (tool: string, input: ToolInput): boolean =>
  tool === 'redeem' || (tool === 'compose_plan' && stepsOf(input).some((step) => step.tool === 'redeem'));

function chainIdOf({ name, chain_id }: NetworkFacts): Promise<string> {
  if (chain_id !== null) return Promise.resolve(chain_id);
  const known =
    firstIds.get(name) ??
    callTool<{ chain_id: string }>(name, 'get_chain_info').then((answer) => answer.chain_id);
  firstIds.set(name, known);
  known.catch(() => firstIds.delete(name));
  return known;
}

/** Members of the actions of the exchange and the lending contract, by their ABIs. */
async function fieldsOf({ name, accounts }: NetworkFacts): Promise<Record<string, readonly Field[]>> {
  const contracts = [accounts['exchange'], accounts['lending']].filter((account) => account !== undefined);
  const answers = await Promise.all(
    contracts.map(async (account) => ({
      account,
      abi: (await callNode<AbiAnswer>(name, '/v1/chain/get_abi', { account_name: account })).abi,
    })),
  );
  return Object.fromEntries(
    answers.flatMap(({ account, abi }) =>
      (abi?.actions ?? []).flatMap(({ name: action, type }) => {
        const struct = abi?.structs.find((each) => each.name === type);
        return struct?.base === '' ? [[`${account}:${action}`, struct.fields] as const] : [];
      }),
    ),
  );
}

async function sharesOf(network: string): Promise<Record<string, string>> {
  const { pools } = await callTool<{ pools: readonly { pool_id: number; share_symbol: string }[] }>(
    network,
    'get_pool_stats',
  );
  return Object.fromEntries(pools.map(({ pool_id, share_symbol }) => [String(pool_id), share_symbol]));
}
