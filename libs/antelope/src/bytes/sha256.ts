import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

/** SHA-256 of the parts one after the other: 32 bytes. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = nobleSha256.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}
