import { ValueError } from '../value-error';
import { curveOf } from './curves';
import type { PublicKeyValue } from './public-keys';
import { isCanonical, recoveryId, type SignatureValue } from './signatures';

/**
 * The public key whose private key made `signature` over the 32-byte `digest`. K1 and R1; a signature from
 * elsewhere than parseSignature is checked for canonical form here. Throws ValueError when no key fits.
 */
export function recoverPublicKey(digest: Uint8Array, signature: SignatureValue): PublicKeyValue {
  const { type, bytes } = signature;
  const curve = curveOf(type);
  if (type === 'K1' && !isCanonical(bytes)) throw new ValueError('the signature is not canonical');
  const recovered = Uint8Array.from(bytes);
  recovered[0] = recoveryId(signature);
  try {
    return { type, bytes: curve.recoverPublicKey(recovered, digest, { prehash: false }) };
  } catch (cause) {
    throw new ValueError('the signature belongs to no key', '', { cause });
  }
}
