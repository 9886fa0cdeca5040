import { nodeDigest } from '@app/antelope';

/**
 * Root over a list that only grows, without the list: the nodes that can still change, lowest level first, then the
 * root. Source: eosio::chain::incremental_merkle. Values are never changed.
 */
export interface IncrementalMerkle {
  readonly activeNodes: readonly Uint8Array[];
  readonly nodeCount: number;
}

export const EMPTY_MERKLE: IncrementalMerkle = { activeNodes: [], nodeCount: 0 };

const ZEROS = new Uint8Array(32);

export function merkleRootOf({ activeNodes }: IncrementalMerkle): Uint8Array {
  return activeNodes.at(-1) ?? ZEROS;
}

/** The tree with one more leaf. */
export function appendLeaf(
  { activeNodes, nodeCount }: IncrementalMerkle,
  leaf: Uint8Array,
): IncrementalMerkle {
  const depth = depthOf(nodeCount + 1) - 1;
  const updated: Uint8Array[] = [];
  let index = nodeCount;
  let top = leaf;
  let isPartial = false;
  let at = 0;
  for (let level = 0; level < depth; level++) {
    if (index % 2 === 0) {
      // A left node. The first partial one still changes with what comes: keep what it was made of.
      if (!isPartial) updated.push(top);
      isPartial = true;
      top = nodeDigest(top, top);
    } else {
      const left = activeNodes[at++] ?? ZEROS;
      if (isPartial) updated.push(left);
      top = nodeDigest(left, top);
    }
    index = index >>> 1;
  }
  return { activeNodes: [...updated, top], nodeCount: nodeCount + 1 };
}

/** Levels of the smallest balanced tree with that many leaves, one for a single leaf. */
function depthOf(nodeCount: number): number {
  return 33 - Math.clz32(nodeCount - 1);
}
