import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ValueError } from '../value-error';
import type { KeyType } from './typed-bytes';

/**
 * The curve of a kind of key. Noble's curves, because wharfkit's (elliptic) need 1.5 ms for one recovery.
 * Throws ValueError for WA: what a web authenticator signs is not the digest, and nothing here needs it.
 */
export function curveOf(type: KeyType): typeof secp256k1 {
  if (type === 'WA') throw new ValueError('signatures of web authenticators (WA) are not supported');
  return type === 'K1' ? secp256k1 : p256;
}
