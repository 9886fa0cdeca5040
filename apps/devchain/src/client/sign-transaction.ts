import {
  packTransaction,
  type PrivateKeyValue,
  signDigest,
  signingDigest,
  type Transaction,
} from '@app/antelope';
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
    signatures: keys.map((key) => signDigest(key, digest)),
    compression: 'none',
    packedContextFreeData: new Uint8Array(),
    packedTrx,
  };
}
