import { ValueError } from '../value-error';
import type { Curve } from './curve';
import { P256 } from './p256';
import { SECP256K1 } from './secp256k1';
import type { KeyType } from './typed-bytes';

/**
 * The curve of a kind of key. Throws ValueError for WA: a web authenticator signs something else than the
 * digest, and no agent has one.
 * @param k1 in place of the WebAssembly of libsecp256k1
 */
export function curveOf(type: KeyType, k1 = SECP256K1): Curve {
  if (type === 'WA') throw new ValueError('signatures of web authenticators (WA) are not supported');
  return type === 'K1' ? k1 : P256;
}
