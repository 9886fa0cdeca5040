import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from './antelope';

/** The chain takes r and s alone that need no 33rd byte. Source: fc::crypto, is_canonical. */
const isCanonical = (signature: Uint8Array): boolean =>
  [1, 33].every((at) => {
    const [first = 0, second = 0] = signature.subarray(at);
    return first < 0x80 && !(first === 0 && second < 0x80);
  });

/**
 * Signs a digest with a key of a development chain: 65 bytes in hex, the recovery id first.
 * @param digest 64 hex digits
 * @param key 64 hex digits
 */
export function developmentSignature(digest: string, key: string): string {
  for (let attempt = 0; ; attempt++) {
    const extraEntropy = new Uint8Array(32).fill(attempt);
    const options = { prehash: false, format: 'recovered', extraEntropy } as const;
    const signature = secp256k1.sign(hexToBytes(digest), hexToBytes(key), options);
    if (isCanonical(signature)) return bytesToHex(signature);
  }
}
