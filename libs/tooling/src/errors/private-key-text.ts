/**
 * `PVT_K1_...`, and the wallet import format (51 or 52 characters of base58 that start with 5, K or L), alone
 * or inside a text. A checksum is not asked for: a mistyped key is as good as the key. 64 hex digits are no
 * private key here: hashes and ids of transactions look the same.
 */
const PRIVATE_KEY =
  /PVT_[A-Z0-9]{2}_|(?<![0-9A-Za-z])(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?![0-9A-Za-z])/;

/** The reason a text with a private key is refused. Never repeats the text. */
export const PRIVATE_KEY_REASON =
  'holds a private key: never send one anywhere, and replace the one you sent';

/** Whether a text holds a private key, which this service never accepts (docs/reference/rules.md, safety). */
export function holdsPrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text);
}
