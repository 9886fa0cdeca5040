import {
  bytesToHex,
  inflatePacked,
  merklePaths,
  type MerkleStep,
  plainMerklePaths,
  sha256,
} from '@app/antelope';
import {
  encodeBlockHeader,
  hasInstantFinality,
  packedHead,
  prunablePart,
  TRANSACTION_STATUS,
  type TransactionReceipt,
  transactionReceiptDigest,
} from '@app/ship';
import type { TransactionActions } from '../store/records';
import { type ActionLeaf, actionLeaves, type Unproven } from './action-leaves';
import type { WholeBlock } from './node-blocks';

const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;

/** Hex of what is hashed, and the paths to the roots in the header. */
export interface TransactionProof {
  readonly header: string;
  /** Null for a transaction without a receipt, such as eosio::onblock. */
  readonly transaction: object | null;
  /** Null where no action of the block can be proven. */
  readonly actions: readonly object[] | null;
  /** Where `actions` is null. */
  readonly reason?: Unproven;
}

/** The proofs that transactions and their actions are in a block: its trees are hashed once. */
export class BlockProofs {
  readonly #header: string;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #pathOf: (index: number) => MerkleStep[];
  readonly #leaves: ReadonlyMap<string, readonly ActionLeaf[]> | Unproven;

  /** @param all the transactions of the block as they are stored */
  constructor(
    private readonly block: WholeBlock,
    all: readonly TransactionActions[],
  ) {
    this.#header = bytesToHex(encodeBlockHeader(block));
    this.#indexes = new Map(block.transactions.map((receipt, index) => [bytesToHex(idOf(receipt)), index]));
    const digests = block.transactions.map(transactionReceiptDigest);
    this.#pathOf = hasInstantFinality(block) ? plainMerklePaths(digests) : merklePaths(digests);
    const leaves = actionLeaves(block, all);
    this.#leaves = typeof leaves === 'string' ? leaves : byTransaction(leaves);
  }

  /** @param isWanted whether the proof has the execution with this global sequence; default: all of the transaction */
  of(id: Uint8Array, isWanted: (globalSequence: bigint) => boolean = () => true): TransactionProof {
    const text = bytesToHex(id);
    const leaves = this.#leaves;
    return {
      header: this.#header,
      transaction: this.#receiptProof(this.#indexes.get(text)),
      ...(typeof leaves === 'string'
        ? { actions: null, reason: leaves }
        : {
            actions: (leaves.get(text) ?? [])
              .filter(({ globalSequence }) => isWanted(globalSequence))
              .map(actionProof),
          }),
    };
  }

  #receiptProof(index: number | undefined): object | null {
    const receipt = index === undefined ? undefined : this.block.transactions[index];
    if (receipt === undefined || index === undefined) return null;
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
      path: this.#pathOf(index).map(stepOf),
    };
  }
}

function idOf({ trx }: TransactionReceipt): Uint8Array {
  if (trx.kind === 'id') return trx.id;
  return sha256(trx.compression === 0 ? trx.packedTrx : inflatePacked(trx.packedTrx, MAX_TRANSACTION_BYTES));
}

function byTransaction(leaves: readonly ActionLeaf[]): Map<string, ActionLeaf[]> {
  const result = new Map<string, ActionLeaf[]>();
  for (const leaf of leaves) {
    const id = bytesToHex(leaf.transactionId);
    const found = result.get(id);
    if (found === undefined) result.set(id, [leaf]);
    else found.push(leaf);
  }
  return result;
}

const actionProof = ({ act, returnValue, receipt, path }: ActionLeaf): object => ({
  head: bytesToHex(packedHead(act)),
  data: bytesToHex(act.data),
  return_value: bytesToHex(returnValue),
  receipt: bytesToHex(receipt),
  path: path().map(stepOf),
});

const stepOf = ({ side, digest }: MerkleStep): object => ({ [side]: bytesToHex(digest) });
