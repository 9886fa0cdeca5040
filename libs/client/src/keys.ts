import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Signer } from './act.ts';
import { bytesToHex, hexToBytes } from './chain/transaction.ts';

/**
 * Signs with a secp256k1 key in memory. For development and small programs: a key that holds money belongs into a
 * program of its own. `@noble/curves` must be installed.
 * @param secret 32 bytes, or their hex
 * @throws RangeError for what is no private key; the message does not repeat it
 */
export function secp256k1Signer(secret: Uint8Array | string): Signer {
  const key = typeof secret === 'string' ? secretBytes(secret) : Uint8Array.from(secret);
  if (!secp256k1.utils.isValidSecretKey(key)) throw new RangeError('this is not a private key');
  return {
    publicKey: bytesToHex(secp256k1.getPublicKey(key, true)),
    sign: (digest) => bytesToHex(canonicalSignature(digest, key)),
  };
}

function secretBytes(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new RangeError('a private key has 64 hexadecimal digits');
  return hexToBytes(text);
}

/** The recovery id, r and s. The chain refuses some signatures: other randomness makes another one. */
function canonicalSignature(digest: Uint8Array, key: Uint8Array): Uint8Array {
  for (let attempt = 0; ; attempt += 1) {
    const signature = secp256k1.sign(digest, key, {
      prehash: false,
      format: 'recovered',
      ...(attempt > 0 && { extraEntropy: new Uint8Array(32).fill(attempt, 31) }),
    });
    if (isCanonical(signature, 1) && isCanonical(signature, 33)) return signature;
  }
}

/** Source: fc::ecc::public_key::is_canonical. */
function isCanonical(signature: Uint8Array, at: number): boolean {
  const [first = 0, second = 0] = signature.subarray(at, at + 2);
  return first < 0x80 && (first !== 0 || second >= 0x80);
}
