import { ByteWriter, merkleRoot, plainMerkleRoot } from '@app/antelope';
import { hash } from 'node:crypto';
import { list } from '../wire/codec';
import { signature } from '../wire/scalars';
import {
  hasInstantFinality,
  type PackedTransaction,
  type SignedBlock,
  type TransactionReceipt,
} from './signed-block';

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const signatures = list(signature);

/** Root over the receipts of the transactions of a block: the `transaction_mroot` of its header. */
export function transactionRootOf(block: Pick<SignedBlock, 'transactions' | 'scheduleVersion'>): Uint8Array {
  const leaves = block.transactions.map(transactionReceiptDigest);
  return hasInstantFinality(block) ? plainMerkleRoot(leaves) : merkleRoot(leaves);
}

/** Leaf of a transaction, 32 bytes: not its id. Source: eosio::chain::transaction_receipt::digest. */
export function transactionReceiptDigest(receipt: TransactionReceipt): Uint8Array {
  const { status, cpuUsageUs, netUsageWords, trx } = receipt;
  const writer = new ByteWriter();
  writer.uint8(status);
  writer.uint32(cpuUsageUs);
  writer.varuint32(netUsageWords);
  writer.raw(trx.kind === 'id' ? trx.id : packedDigest(trx));
  return sha256(writer.finish());
}

/** The part of a transaction that is only hashed into its leaf: signatures and context-free data. */
export function prunablePart(transaction: PackedTransaction): Uint8Array {
  const prunable = new ByteWriter();
  signatures.write(prunable, transaction.signatures);
  prunable.prefixed(transaction.packedContextFreeData);
  return prunable.finish();
}

/** Source: eosio::chain::packed_transaction::packed_digest. */
function packedDigest(transaction: PackedTransaction): Uint8Array {
  const writer = new ByteWriter();
  writer.uint8(transaction.compression);
  writer.prefixed(transaction.packedTrx);
  writer.raw(sha256(prunablePart(transaction)));
  return sha256(writer.finish());
}
