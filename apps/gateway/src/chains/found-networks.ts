import { foundNodes, type NetworkConfig, Networks } from '@app/networks';
import { StartupError } from '@app/program';
import { findHosts } from './node-names';

/**
 * The networks with the nodes that their names have in DNS now, for a program that asks once.
 * @throws StartupError naming the node whose name is not found
 */
export async function foundNetworks(networks: Networks): Promise<Networks> {
  return new Networks(
    await Promise.all(
      networks.all().map(async (network) => ({ ...network, nodes: (await nodesOf(network)).flat() })),
    ),
  );
}

const nodesOf = ({ name, nodes }: NetworkConfig) =>
  Promise.all(
    nodes.map(async (entry) => {
      const { discover, url, label } = entry;
      if (discover === undefined) return [entry];
      try {
        const found = foundNodes(entry, await findHosts(discover, new URL(url).hostname));
        if (found.length === 0) throw new Error('the name has no host that may be used');
        return found;
      } catch (cause) {
        const problem = cause instanceof Error ? cause.message : String(cause);
        throw new StartupError(`${name}: the name of the nodes ${label} cannot be looked up: ${problem}`, {
          cause,
        });
      }
    }),
  );
