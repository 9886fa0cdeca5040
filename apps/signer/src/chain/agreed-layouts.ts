import type { ChainProfile, Layout } from '@app/client';
import { PolicyError } from '../policy/policy';
import { askNode, layoutsAt, reasonText } from './own-nodes';

/** The chain id that all nodes state. @throws PolicyError */
export async function agreedChainId(nodes: readonly string[]): Promise<string> {
  const infos = await eachNode(nodes, (node) => askNode(node, 'get_info', {}));
  const ids = new Set(infos.map((info) => (info as { readonly chain_id?: unknown }).chain_id));
  const [id] = ids;
  if (ids.size !== 1 || typeof id !== 'string') throw new PolicyError('the nodes serve different chains');
  return id;
}

type Names = Pick<ChainProfile, 'accounts' | 'tokens' | 'actions'>;

/**
 * Layouts of the actions that a profile uses, by `account::action`, as every node states them. An action that the chain
 * does not have is left out.
 * @throws PolicyError where a node does not answer, or nodes differ
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
