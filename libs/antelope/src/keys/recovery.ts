import { ValueError } from '../value-error';
import { curveOf } from './curves';
import type { PublicKeyValue } from './public-keys';
import { isCanonical, recoveryId, type SignatureValue } from './signatures';

const DIGEST_BYTES = 32;

/**
 * The public key whose private key made `signature` over the 32-byte `digest`. K1 and R1; a K1 signature from
 * elsewhere than parseSignature is checked for canonical form here. Throws ValueError when no key fits.
 */
export function recoverPublicKey(digest: Uint8Array, signature: SignatureValue): PublicKeyValue {
  const { type, bytes } = signature;
  const curve = curveOf(type);
  if (digest.length !== DIGEST_BYTES) throw new ValueError('a digest has 32 bytes');
  if (type === 'K1' && !isCanonical(bytes)) throw new ValueError('the signature is not canonical');
  try {
    return { type, bytes: curve.recover(digest, bytes.subarray(1), recoveryId(signature)) };
  } catch (cause) {
    throw new ValueError('the signature belongs to no key', '', { cause });
  }
}
