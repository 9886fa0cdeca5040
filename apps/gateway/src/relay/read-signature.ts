import {
  CANONICAL_RULE,
  hexToBytes,
  isCanonicalSignature,
  parseSignature,
  signatureText,
  ValueError,
} from '@app/antelope';

/** The chain adds this to the recovery id of a compressed key. */
const COMPRESSED_KEY = 31;
const COMPACT_BYTES = 65;

/** Required form of a signature, for errors and descriptions. */
export const SIGNATURE_FORM =
  'SIG_K1_..., or 65 bytes in lower-case hex: the recovery id first (0 to 3, or 31 to 34), then r and s';

/**
 * Reads a signature as `SIG_K1_...` (R1 and WA too) or as the 65 bytes of a bare curve library in hex,
 * the recovery id (0 to 3, or the chain's 31 to 34) first; answers the text that nodes take.
 * @throws ValueError with the one thing that is wrong.
 */
export function readSignature(text: string): string {
  if (!/^(?:0x)?[0-9a-fA-F]+$/.test(text)) return signatureText(parseSignature(text));
  const bytes = compactBytes(text);
  const recovery = bytes[0] ?? 0;
  if (recovery < 4) bytes[0] = recovery + COMPRESSED_KEY;
  if (!isCanonicalSignature(bytes)) throw new ValueError(`is not canonical: ${CANONICAL_RULE}`);
  return signatureText({ type: 'K1', bytes });
}

/** No message repeats the hex: it may be something secret that was sent by mistake. */
function compactBytes(text: string): Uint8Array {
  if (text.startsWith('0x')) throw new ValueError('starts with 0x: send the hex digits alone');
  if (/[A-F]/.test(text)) throw new ValueError('has upper-case hex digits: send lower-case ones');
  if (text.length % 2 === 1) throw new ValueError('has an odd number of hex digits');
  const bytes = hexToBytes(text);
  if (bytes.length === COMPACT_BYTES - 1) {
    throw new ValueError('is 64 bytes long, r and s alone: put the recovery id (0 to 3) before them');
  }
  if (bytes.length !== COMPACT_BYTES) {
    const der = bytes[0] === 0x30 && bytes[1] === bytes.length - 2 ? ' (DER)' : '';
    throw new ValueError(`is ${bytes.length} bytes long${der}: send ${SIGNATURE_FORM}`);
  }
  if (isRecoveryByte(bytes[0])) return bytes;
  const isLast = isRecoveryByte(bytes[COMPACT_BYTES - 1]);
  throw new ValueError(
    isLast
      ? 'has the recovery id behind r and s: put it before them'
      : 'does not begin with a recovery id: 0 to 3, or 31 to 34',
  );
}

function isRecoveryByte(byte = 255): boolean {
  return byte < 4 || (byte >= 27 && byte <= 34);
}
