import { ValueError } from '../value-error';
import type { Curve } from './curve';
import { curveOf } from './curves';
import type { PublicKeyValue } from './public-keys';
import { isCanonical, recoveryId, type SignatureValue } from './signatures';

const DIGEST_BYTES = 32;

/**
 * The public key whose private key made `signature` over the 32-byte `digest`. K1 and R1; a K1 signature from
 * elsewhere than parseSignature is checked for canonical form here. Throws ValueError when no key fits, and the error
 * of Node when the package of the curve cannot be loaded: that says nothing about the signature.
 * @param k1 in place of the WebAssembly of libsecp256k1
 */
export function recoverPublicKey(digest: Uint8Array, signature: SignatureValue, k1?: Curve): PublicKeyValue {
  const { type, bytes } = signature;
  const curve = curveOf(type, k1);
  if (digest.length !== DIGEST_BYTES) throw new ValueError('a digest has 32 bytes');
  if (type === 'K1' && !isCanonical(bytes)) throw new ValueError('the signature is not canonical');
  try {
    return { type, bytes: curve.recover(digest, bytes.subarray(1), recoveryId(signature)) };
  } catch (cause) {
    if (isNodeError(cause)) throw cause;
    throw new ValueError('the signature belongs to no key', '', { cause });
  }
}

/** The errors of Node have a code (MODULE_NOT_FOUND, ENOENT); those of the curves have none. */
const isNodeError = (error: unknown): boolean => error instanceof Error && 'code' in error;
