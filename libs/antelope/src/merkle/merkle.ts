import { hash } from 'node:crypto';

const EMPTY = Buffer.alloc(32);
/** Both halves of a node, written anew for each: the tree over all blocks alone hashes tens of times a block. */
const NODE = Buffer.alloc(64);

/** Root over digests; zeros for none. Source: eosio::chain::merkle. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) level = pairs(level).map(([left, right]) => nodeDigest(left, right));
  return level[0] ?? EMPTY;
}

/**
 * Root over digests as blocks of instant finality have it; zeros for none: the left part is the largest full tree, and no
 * node is repeated or marked. Source: eosio::chain::calculate_merkle of Spring.
 */
export function plainMerkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined || leaves.length === 1) return first ?? EMPTY;
  const middle = 2 ** (31 - Math.clz32(leaves.length - 1));
  const halves = [leaves.slice(0, middle), leaves.slice(middle)].map(plainMerkleRoot);
  return hash('sha256', Buffer.concat(halves), 'buffer');
}

/** A digest beside the way from a leaf to the root, and on which side of the way it is. */
export interface MerkleStep {
  readonly side: 'left' | 'right';
  readonly digest: Uint8Array;
}

/** The digests that lead from a leaf to the root of merkleRoot, from the leaf on. */
export function merklePath(leaves: readonly Uint8Array[], index: number): MerkleStep[] {
  const steps: MerkleStep[] = [];
  for (let level = leaves, at = index; level.length > 1; at >>= 1) {
    const nodes = pairs(level);
    const [left, right] = nodes[at >> 1] ?? [EMPTY, EMPTY];
    steps.push(at % 2 === 0 ? { side: 'right', digest: right } : { side: 'left', digest: left });
    level = nodes.map(([one, other]) => nodeDigest(one, other));
  }
  return steps;
}

/** The same of plainMerkleRoot. */
export function plainMerklePath(leaves: readonly Uint8Array[], index: number): MerkleStep[] {
  if (leaves.length < 2) return [];
  const middle = 2 ** (31 - Math.clz32(leaves.length - 1));
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...plainMerklePath(left, index), { side: 'right', digest: plainMerkleRoot(right) }]
    : [...plainMerklePath(right, index - middle), { side: 'left', digest: plainMerkleRoot(left) }];
}

/** Digest of an inner node. The first bit of each half distinguishes left from right. */
export function nodeDigest(left: Uint8Array, right: Uint8Array): Buffer {
  NODE.set(left, 0);
  NODE.set(right, 32);
  NODE.writeUInt8(NODE.readUInt8(0) & 0x7f, 0);
  NODE.writeUInt8(NODE.readUInt8(32) | 0x80, 32);
  return hash('sha256', NODE, 'buffer');
}

/** A level with an odd number of nodes repeats its last. */
function pairs(level: readonly Uint8Array[]): [Uint8Array, Uint8Array][] {
  const result: [Uint8Array, Uint8Array][] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] ?? EMPTY;
    result.push([left, level[at + 1] ?? left]);
  }
  return result;
}
