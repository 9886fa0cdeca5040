import type { ChainProfile, Layout } from '@app/client';
import { PolicyError } from '../policy/policy';
import { askNode, layoutsAt, reasonText } from './own-nodes';

/** A new policy has the id as text: a node must not write anything else into it. */
const CHAIN_ID = /^[0-9a-f]{64}$/;
/** Names of an ABI go to files and a terminal. */
const WORD = /^[\w.$?[\]]+$/;

/** The chain id that all nodes state. @throws PolicyError */
export async function agreedChainId(nodes: readonly string[]): Promise<string> {
  const infos = await eachNode(nodes, (node) => askNode(node, 'get_info', {}));
  const ids = new Set(infos.map((info) => (info as { readonly chain_id?: unknown }).chain_id));
  const [id] = ids;
  if (ids.size !== 1) throw new PolicyError('the nodes serve different chains');
  if (typeof id !== 'string' || !CHAIN_ID.test(id))
    throw new PolicyError('the nodes state a chain id that is no 64 hexadecimal digits');
  return id;
}

type Names = Pick<ChainProfile, 'accounts' | 'tokens' | 'actions'>;

/**
 * Layouts of the actions that a profile uses, by `account::action`, as every node states them. An action that the chain
 * does not have is left out.
 * @throws PolicyError where a node does not answer, nodes differ, or a name is no word
 */
export async function agreedLayouts(names: Names, nodes: readonly string[]): Promise<Record<string, Layout>> {
  const used = usedActions(names);
  const contracts = [...new Set(used.map((action) => action.split('::')[0] ?? ''))];
  const [first, ...others] = await eachNode(nodes, async (node) => {
    const layouts = await layoutsAt(node, contracts);
    return Object.fromEntries(used.flatMap((action) => (layouts[action] ? [[action, layouts[action]]] : [])));
  });
  if (first === undefined || others.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
    throw new PolicyError('the nodes state different ABIs');
  for (const [action, layout] of Object.entries(first))
    if (!layout.flat().every((word) => WORD.test(word)))
      throw new PolicyError(`${action}: the ABI has a name that is no word`);
  return first;
}

/** The actions that a profile fills in, as `account::action`, sorted. */
export const usedActions = ({ accounts, tokens, actions }: Names): string[] =>
  Object.values(actions)
    .flatMap(({ account, name }) =>
      account === 'token'
        ? Object.values(tokens).map(({ contract }) => `${contract}::${name}`)
        : [`${accounts[account] ?? ''}::${name}`],
    )
    .sort();

const eachNode = <T>(nodes: readonly string[], ask: (node: string) => Promise<T>): Promise<T[]> =>
  Promise.all(
    nodes.map((node) =>
      ask(node).catch((cause: unknown) => {
        throw new PolicyError(`${node} does not state what is needed${reasonText(cause)}`, { cause });
      }),
    ),
  );
