import { publicKeyLegacyText, type PublicKeyValue, signingDigest, ValueError } from '@app/antelope';
import { keyId } from '../sdk/authority';
import { ChainError } from '../sdk/errors/chain-error';
import { signerOf } from './known-signatures';
import type { ReceivedTransaction } from './received-transaction';

/** The keys a transaction was signed with. Throws a ChainError when one key signed twice, or none fits. */
export function signingKeys(chainId: string, transaction: ReceivedTransaction): PublicKeyValue[] {
  const { signatures } = transaction.packed;
  if (signatures.length === 0) return [];
  const digest = signingDigest(chainId, transaction.packedTrx, transaction.contextFreeData.slice());
  const keys = new Map<string, PublicKeyValue>();
  for (const signature of signatures) {
    const key = signer(digest, signature);
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

function signer(digest: Uint8Array, signature: string): PublicKeyValue {
  try {
    return signerOf(digest, signature);
  } catch (error) {
    if (error instanceof ValueError) throw new ChainError('unspecified', error.message);
    throw error;
  }
}
