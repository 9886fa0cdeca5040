import type { TransactionLocation } from '../transaction-answers';

/** Result of looking for a transaction in the blocks of one node. */
export type Sighting =
  | { readonly kind: 'seen'; readonly block: SeenBlock }
  /** The node shows it in no block of its chain, or was not asked yet. */
  | { readonly kind: 'unseen' }
  /** The node keeps transactions and does not have it. */
  | { readonly kind: 'absent' }
  /** The node has it, and shows it in no block of its chain; or in one that a fork replaced. */
  | { readonly kind: 'pending' }
  /** The node did not answer. */
  | { readonly kind: 'silent' }
  /** The node has no route that shows it. */
  | { readonly kind: 'cannot-tell' };

/** A block that holds the transaction, by the word of a node. */
export interface SeenBlock extends TransactionLocation {
  readonly blockNum: number;
  readonly isIrreversible: boolean;
}

/** The last sighting of one node. */
export interface Witness {
  readonly sighting: Sighting;
  /** It is a usable node of the chain that has a route for it: its word is waited for. */
  readonly counts: boolean;
}

/** Nodes that have to show the same block, where there are as many. */
const WITNESSES = 2;

/**
 * The block that nodes agree on: two show the same one, or one does where no other usable node of the chain can tell.
 * Irreversible only when as many nodes say so. Pure.
 */
export function agreedBlock(witnesses: readonly Witness[]): SeenBlock | undefined {
  const needed = Math.max(1, Math.min(WITNESSES, witnesses.filter(({ counts }) => counts).length));
  const seen = witnesses.flatMap(({ sighting }) => (sighting.kind === 'seen' ? [sighting.block] : []));
  const same = (block: SeenBlock): SeenBlock[] => seen.filter((other) => isSame(block, other));
  const block = seen.find((each) => same(each).length >= needed);
  if (block === undefined) return undefined;
  const isIrreversible = same(block).filter((each) => each.isIrreversible).length >= needed;
  const blockTimeMs = same(block).find((each) => each.blockTimeMs !== null)?.blockTimeMs ?? null;
  return { ...block, blockTimeMs, isIrreversible };
}

/** Not every node tells the time of a block. */
const isSame = (one: SeenBlock, other: SeenBlock): boolean =>
  one.blockNum === other.blockNum &&
  (one.blockTimeMs === other.blockTimeMs || one.blockTimeMs === null || other.blockTimeMs === null);
