import { NODE_CAPABILITIES, type NodeCapability } from '@app/networks/node-config';
import type { NodeHealth } from './node-health';
import { isIndexBehind } from './selection';
import { INDEXED } from './served-head';

/**
 * Number of fit nodes by capability. A capability that no node has is left out. A node that was not probed has `chain`
 * and no other.
 * @param maxIndexBlocksBehind a node whose index is further behind does not count for the capabilities of an index
 */
export function usableNodes(
  healths: readonly Pick<NodeHealth, 'judged' | 'abilities' | 'liarRest'>[],
  maxIndexBlocksBehind: number,
): ReadonlyMap<NodeCapability, number> {
  const counts = new Map<NodeCapability, number>();
  for (const { judged, abilities, liarRest } of healths)
    for (const capability of NODE_CAPABILITIES) {
      if (!(abilities.has(capability) ?? capability === 'chain')) continue;
      const isBehind =
        INDEXED.has(capability) && isIndexBehind(abilities.indexBlocksBehind, maxIndexBlocksBehind);
      const isUsable = judged.kind === 'fit' && !liarRest.isCoolingDown && !isBehind;
      counts.set(capability, (counts.get(capability) ?? 0) + (isUsable ? 1 : 0));
    }
  return counts;
}
