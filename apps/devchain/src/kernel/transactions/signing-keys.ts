import {
  publicKeyLegacyText,
  type PublicKeyValue,
  type SignatureValue,
  signingDigest,
  ValueError,
} from '@app/antelope';
import { keyId } from '../sdk/authority';
import { ChainError } from '../sdk/errors/chain-error';
import { signerOf } from './known-signatures';
import type { ReceivedTransaction } from './received-transaction';

/** The keys a transaction was signed with. Throws a ChainError when one key signed twice, or none fits. */
export function signingKeys(chainId: string, transaction: ReceivedTransaction): PublicKeyValue[] {
  if (transaction.signatures.length === 0) return [];
  const digest = signingDigest(chainId, transaction.packedTrx, transaction.contextFreeData.slice());
  const keys = new Map<string, PublicKeyValue>();
  for (const [index, signature] of transaction.signatures.entries()) {
    const key = signer(digest, transaction.packed.signatures[index] ?? '', signature);
    const id = keyId(key);
    if (keys.has(id)) {
      throw new ChainError(
        'duplicateSignature',
        'transaction includes more than one signature signed using the same key associated with public key: ' +
          publicKeyLegacyText(key),
      );
    }
    keys.set(id, key);
  }
  return [...keys.values()];
}

function signer(digest: Uint8Array, text: string, signature: SignatureValue): PublicKeyValue {
  try {
    return signerOf(digest, text, signature);
  } catch (error) {
    if (error instanceof ValueError) throw new ChainError('unspecified', error.message);
    throw error;
  }
}
