import { equalBytes, merklePaths, merkleRoot, type MerkleStep, sha256 } from '@app/antelope';
import { type Action, actionDigest, hasInstantFinality, packedReceipt, plainDigest } from '@app/ship';
import type { ActionRecord, TransactionActions } from '../store/records';
import type { WholeBlock } from './node-blocks';

const NOTHING = new Uint8Array();

/** An executed action or notification, which is a leaf of the tree whose root is `action_mroot`. */
export interface ActionLeaf {
  readonly transactionId: Uint8Array;
  readonly globalSequence: bigint;
  readonly act: Action;
  readonly returnValue: Uint8Array;
  /** Packed: its hash is the leaf. */
  readonly receipt: Uint8Array;
  /** To the root in the header. */
  readonly path: () => MerkleStep[];
}

/** Reason why no action of a block can be proven. */
export type Unproven =
  'the header of a block with instant finality has no root over actions' | 'a returned value is not stored';

/**
 * The leaves of the actions of a block, in the order of execution; else why they do not lead to the root in its header.
 * @param all the transactions of the block as they are stored
 */
export function actionLeaves(
  block: WholeBlock,
  all: readonly TransactionActions[],
): readonly ActionLeaf[] | Unproven {
  if (hasInstantFinality(block))
    return 'the header of a block with instant finality has no root over actions';
  // The second is the form before ACTION_RETURN_VALUE.
  for (const digestOf of [actionDigest, plainDigest]) {
    const leaves = leavesOf(all, digestOf);
    const digests = leaves.map(({ receipt }) => sha256(receipt));
    if (!equalBytes(merkleRoot(digests), block.actionMroot)) continue;
    const pathOf = merklePaths(digests);
    return leaves.map((leaf, index) => ({ ...leaf, path: () => pathOf(index) }));
  }
  return 'a returned value is not stored';
}

const leavesOf = (
  all: readonly TransactionActions[],
  digestOf: (act: Action, returnValue: Uint8Array) => Uint8Array,
): Omit<ActionLeaf, 'path'>[] =>
  all
    .flatMap(({ id, actions }) => actions.map((record) => ({ id, record })))
    .flatMap(({ id, record }) => record.receipts.map((receipt, index) => ({ id, record, receipt, index })))
    .sort((left, right) => (left.receipt.globalSequence < right.receipt.globalSequence ? -1 : 1))
    .map(({ id, record, receipt, index }) => {
      const act = actOf(record);
      const returnValue = index === 0 ? record.returnValue : NOTHING;
      const actDigest = digestOf(act, returnValue);
      return {
        transactionId: id,
        globalSequence: receipt.globalSequence,
        act,
        returnValue,
        receipt: packedReceipt({ ...withSequences(receipt), actDigest }),
      };
    });

const actOf = ({ account, name, authorization, data }: ActionRecord): Action => ({
  account,
  name,
  authorization: [...authorization],
  data,
});

const withSequences = (receipt: ActionRecord['receipts'][number]) => ({
  ...receipt,
  authSequence: [...receipt.authSequence],
});
