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
export const plainMerkleRoot = (leaves: readonly Uint8Array[]): Uint8Array => plainTree(leaves).digest;

/** A digest beside the way from a leaf to the root, and on which side of the way it is. */
export interface MerkleStep {
  readonly side: 'left' | 'right';
  readonly digest: Uint8Array;
}

/** The digests that lead from a leaf to the root of merkleRoot, from the leaf on. */
export const merklePath = (leaves: readonly Uint8Array[], index: number): MerkleStep[] =>
  merklePaths(leaves)(index);

/** merklePath of any leaf: the tree is hashed once for all of them. */
export function merklePaths(leaves: readonly Uint8Array[]): (index: number) => MerkleStep[] {
  const levels: (readonly [Uint8Array, Uint8Array])[][] = [];
  for (let level = leaves; level.length > 1;) {
    const nodes = pairs(level);
    levels.push(nodes);
    level = nodes.map(([left, right]) => nodeDigest(left, right));
  }
  return (index) =>
    levels.map((nodes, height) => {
      const at = index >> height;
      const [left, right] = nodes[at >> 1] ?? [EMPTY, EMPTY];
      return at % 2 === 0 ? { side: 'right', digest: right } : { side: 'left', digest: left };
    });
}

/** The same of plainMerkleRoot. */
export const plainMerklePath = (leaves: readonly Uint8Array[], index: number): MerkleStep[] =>
  plainMerklePaths(leaves)(index);

/** plainMerklePath of any leaf: the tree is hashed once for all of them. */
export function plainMerklePaths(leaves: readonly Uint8Array[]): (index: number) => MerkleStep[] {
  const tree = leaves.length === 0 ? undefined : plainTree(leaves);
  return (index) => {
    const steps: MerkleStep[] = [];
    let [node, at] = [tree, index];
    while (node?.halves !== undefined) {
      const { left, right, middle }: PlainHalves = node.halves;
      steps.push(
        at < middle ? { side: 'right', digest: right.digest } : { side: 'left', digest: left.digest },
      );
      [node, at] = at < middle ? [left, at] : [right, at - middle];
    }
    return steps.reverse();
  };
}

interface PlainHalves {
  readonly left: PlainNode;
  readonly right: PlainNode;
  /** Leaves of the left half. */
  readonly middle: number;
}
interface PlainNode {
  readonly digest: Uint8Array;
  readonly halves?: PlainHalves;
}

function plainTree(leaves: readonly Uint8Array[]): PlainNode {
  if (leaves.length <= 1) return { digest: leaves[0] ?? EMPTY };
  const middle = 2 ** (31 - Math.clz32(leaves.length - 1));
  const [left, right] = [plainTree(leaves.slice(0, middle)), plainTree(leaves.slice(middle))];
  const digest = hash('sha256', Buffer.concat([left.digest, right.digest]), 'buffer');
  return { digest, halves: { left, right, middle } };
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
