import { packTransaction, type PrivateKeyValue, signingDigest, type Transaction } from '@app/antelope';
import { signatureBy } from '../kernel/transactions/known-signatures';
import type { PackedTransactionInput } from '../kernel/transactions/packed-transaction';

/** The transaction with a signature of each key, in their order. */
export function signTransaction(
  chainId: string,
  transaction: Transaction,
  keys: readonly PrivateKeyValue[],
): PackedTransactionInput {
  const packedTrx = packTransaction(transaction);
  const digest = signingDigest(chainId, packedTrx);
  return {
    signatures: keys.map((key) => signatureBy(key, digest)),
    compression: 'none',
    packedContextFreeData: new Uint8Array(),
    packedTrx,
  };
}
