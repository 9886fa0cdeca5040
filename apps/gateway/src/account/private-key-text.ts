/** WIF (51 or 52 characters of base58 that start with 5, K or L) and PVT_K1_...: what no one may send. */
const PRIVATE_KEY = /^(?:PVT_[A-Z0-9]+_|(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})$)/;

/** Whether a text looks like a private key, which this service never accepts (docs/rules.md, safety). */
export function looksLikePrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text.trim());
}
