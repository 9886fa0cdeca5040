import type { NodesOfNetwork } from '@app/networks/node-config';

/**
 * Throws Error where two nodes have one label, which names a node, or one address: a node would be compared with
 * itself.
 */
export function requireDistinct({ name, nodes }: NodesOfNetwork): void {
  const addresses = nodes.map(({ url }) => {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname.replace(/\/+$/, '')}`;
  });
  if (hasTwice(nodes.map(({ label }) => label))) throw new Error(`network ${name}: two nodes have one label`);
  if (hasTwice(addresses)) throw new Error(`network ${name}: a node is named twice`);
}

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length;
