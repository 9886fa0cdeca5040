import { bytesToHex } from './bytes/hex';
import { sha256 } from './bytes/sha256';
import { parsePublicKey, publicKeyText } from './keys/public-keys';

/**
 * The entry a public key has in a published affected set: lower-case hex of the SHA-256 over the canonical
 * text `PUB_K1_...`. The key may have any text format. Throws ValueError. Source: docs/reference/rules.md, proposals.
 */
export function affectedKeyHash(publicKey: string): string {
  return bytesToHex(sha256(Buffer.from(publicKeyText(parsePublicKey(publicKey)), 'utf8')));
}
