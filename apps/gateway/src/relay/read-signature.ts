import { hexToBytes, parseSignature, signatureText } from '@app/antelope';

/** What a bare secp256k1 library gives: a recovery id, r and s, 65 bytes in hex. */
const COMPACT = /^[0-9a-f]{130}$/;
/** The chain adds this to the recovery id of a compressed key. */
const COMPRESSED_KEY = 31;

/**
 * Reads a signature as `SIG_K1_...` (R1 and WA too) or as the 65 bytes of a bare curve library in hex,
 * the recovery id (0 to 3, or the chain's 31 to 34) first; answers the text that nodes take.
 * @throws ValueError when it is not well formed.
 */
export function readSignature(text: string): string {
  return signatureText(parseSignature(COMPACT.test(text) ? compactText(text) : text));
}

function compactText(hex: string): string {
  const bytes = hexToBytes(hex);
  const recovery = bytes[0] ?? 0;
  if (recovery < 4) bytes[0] = recovery + COMPRESSED_KEY;
  return signatureText({ type: 'K1', bytes });
}
