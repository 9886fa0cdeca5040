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
