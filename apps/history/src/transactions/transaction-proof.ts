import {
  bytesToHex,
  equalBytes,
  inflatePacked,
  merklePath,
  merkleRoot,
  type MerkleStep,
  plainMerklePath,
  sha256,
} from '@app/antelope';
import {
  type Action,
  actionDigest,
  encodeBlockHeader,
  hasInstantFinality,
  packedHead,
  packedReceipt,
  plainDigest,
  prunablePart,
  TRANSACTION_STATUS,
  type TransactionReceipt,
  transactionReceiptDigest,
} from '@app/ship';
import type { ActionRecord, TransactionActions } from '../store/records';
import type { WholeBlock } from './node-blocks';

const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;

const NOTHING = new Uint8Array();

interface ActionLeaf {
  /** Of the transaction. */
  readonly id: Uint8Array;
  readonly act: Action;
  readonly returnValue: Uint8Array;
  /** Packed: its hash is the leaf. */
  readonly receipt: Uint8Array;
}

/**
 * The proof that a transaction, and before instant finality its actions, are in a block: hex of what is hashed, and the paths
 * to the roots in the header. `transaction` is null for one that has no receipt, such as eosio::onblock; `actions` is null with
 * instant finality, and where a notified contract returned a value of its own, which is not stored.
 * @param all the transactions of the block as they are stored
 */
export function transactionProof(
  block: WholeBlock,
  id: Uint8Array,
  all: readonly TransactionActions[],
): object {
  return {
    header: bytesToHex(encodeBlockHeader(block)),
    transaction: receiptProof(block, id),
    actions: actionProofs(block, id, all),
  };
}

function receiptProof(block: WholeBlock, id: Uint8Array): object | null {
  const index = block.transactions.findIndex((receipt) => equalBytes(idOf(receipt), id));
  const receipt = block.transactions[index];
  if (receipt === undefined) return null;
  const leaves = block.transactions.map(transactionReceiptDigest);
  const path = hasInstantFinality(block) ? plainMerklePath(leaves, index) : merklePath(leaves, index);
  const { status, cpuUsageUs, netUsageWords, trx } = receipt;
  return {
    status: TRANSACTION_STATUS[status],
    cpu_usage_us: cpuUsageUs,
    net_usage_words: netUsageWords,
    ...(trx.kind === 'id'
      ? { id: bytesToHex(trx.id) }
      : {
          compression: trx.compression,
          packed_trx: bytesToHex(trx.packedTrx),
          prunable: bytesToHex(prunablePart(trx)),
        }),
    path: path.map(stepOf),
  };
}

function idOf({ trx }: TransactionReceipt): Uint8Array {
  if (trx.kind === 'id') return trx.id;
  return sha256(trx.compression === 0 ? trx.packedTrx : inflatePacked(trx.packedTrx, MAX_TRANSACTION_BYTES));
}

function actionProofs(
  block: WholeBlock,
  id: Uint8Array,
  all: readonly TransactionActions[],
): object[] | null {
  if (hasInstantFinality(block)) return null;
  // The second is the form before ACTION_RETURN_VALUE.
  for (const digestOf of [actionDigest, plainDigest]) {
    const leaves = leavesOf(all, digestOf);
    const digests = leaves.map(({ receipt }) => sha256(receipt));
    if (equalBytes(merkleRoot(digests), block.actionMroot))
      return leaves.flatMap((leaf, index) =>
        equalBytes(leaf.id, id) ? [actionProof(leaf, merklePath(digests, index))] : [],
      );
  }
  return null;
}

const actionProof = ({ act, returnValue, receipt }: ActionLeaf, path: readonly MerkleStep[]): object => ({
  head: bytesToHex(packedHead(act)),
  data: bytesToHex(act.data),
  return_value: bytesToHex(returnValue),
  receipt: bytesToHex(receipt),
  path: path.map(stepOf),
});

/** One for each receipt of the block, in the order of execution. */
const leavesOf = (
  all: readonly TransactionActions[],
  digestOf: (act: Action, returnValue: Uint8Array) => Uint8Array,
): ActionLeaf[] =>
  all
    .flatMap(({ id, actions }) => actions.map((record) => ({ id, record })))
    .flatMap(({ id, record }) => record.receipts.map((receipt, index) => ({ id, record, receipt, index })))
    .sort((left, right) => (left.receipt.globalSequence < right.receipt.globalSequence ? -1 : 1))
    .map(({ id, record, receipt, index }) => {
      const act = actOf(record);
      const returnValue = index === 0 ? record.returnValue : NOTHING;
      const actDigest = digestOf(act, returnValue);
      return { id, act, returnValue, receipt: packedReceipt({ ...withSequences(receipt), actDigest }) };
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

const stepOf = ({ side, digest }: MerkleStep): object => ({ [side]: bytesToHex(digest) });
