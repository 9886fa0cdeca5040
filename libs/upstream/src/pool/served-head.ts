import type { NodeCapability } from '@app/networks/node-config';
import type { NodeHealth } from './node-health';

/** Capabilities that an index serves. */
export const INDEXED: ReadonlySet<NodeCapability> = new Set<NodeCapability>(['v2', 'history', 'stream']);

/** Newest block whose state a node serves, by its last reports: that of its index where one answers. 0: not known. */
export function servedHead(
  health: Pick<NodeHealth, 'info' | 'abilities'> | undefined,
  capability: NodeCapability,
): number {
  const head = health?.info?.headBlockNum ?? 0;
  return INDEXED.has(capability) ? head - (health?.abilities.indexBlocksBehind ?? 0) : head;
}
