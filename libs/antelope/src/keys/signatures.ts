import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import { quoted, ValueError } from '../value-error';
import { readTypedBytes, writeTypedBytes, type TypedBytes } from './typed-bytes';
import { parseTypedText, typedText, type TypedTextForm } from './typed-text';

/**
 * A signature: for K1 and R1 the recovery byte, r and s, 65 bytes; for WA these, the authenticator's data and
 * the client's JSON.
 */
export type SignatureValue = TypedBytes;

const COMPACT_BYTES = 65;
/** Recovery ids 0 to 3, plus 27, plus 4 for a compressed key. Source: fc, elliptic_secp256k1.cpp. */
const FIRST_RECOVERY_BYTE = 27;
const LAST_RECOVERY_BYTE = 34;

/** The rule of nodes for r and s, and what to do about a signature that breaks it. See isCanonical. */
export const CANONICAL_RULE =
  'r and s must each begin with a byte below 0x80, and not with 0x00 and a byte below 0x80; about half of the ' +
  'low-s signatures of a curve library fulfil this (a quarter without low s): else sign again with extra entropy ' +
  '(RFC 6979 alone gives the same signature again)';

const compact = (reader: ByteReader): void => {
  reader.take(COMPACT_BYTES);
};

const FORM: TypedTextForm = {
  prefix: 'SIG',
  what: 'a signature like "SIG_K1_..."',
  layout: {
    K1: compact,
    R1: compact,
    WA: (reader) => {
      compact(reader);
      reader.prefixed();
      reader.prefixed();
    },
  },
};

/**
 * Reads `SIG_K1_...`, `SIG_R1_...` or `SIG_WA_...`. Throws ValueError unless it is well formed: checksum, length,
 * recovery byte, and for K1 the canonical form nodes insist on.
 */
export function parseSignature(text: string): SignatureValue {
  const signature = parseTypedText(FORM, text);
  const recoveryByte = signature.bytes[0] ?? 0;
  if (recoveryByte < FIRST_RECOVERY_BYTE || recoveryByte > LAST_RECOVERY_BYTE) {
    throw new ValueError(`${quoted(text)} has no valid recovery byte`);
  }
  if (signature.type === 'K1' && !isCanonical(signature.bytes)) {
    throw new ValueError(`${quoted(text)} is not canonical: ${CANONICAL_RULE}`);
  }
  return signature;
}

/** The text of a signature, `SIG_K1_...`. */
export function signatureText(signature: SignatureValue): string {
  return typedText(FORM, signature);
}

/**
 * True when neither r nor s, 32 bytes each behind the recovery byte, starts with a set bit or with nine clear
 * ones. About half of all low-s signatures are not, and are made again with another nonce.
 * Source: fc::ecc::public_key::is_canonical.
 */
export function isCanonical(compactSignature: Uint8Array): boolean {
  return isCanonicalNumber(compactSignature, 1) && isCanonicalNumber(compactSignature, 33);
}

/** Which of up to four keys the signature stands for, 0 to 3. */
export function recoveryId({ bytes }: SignatureValue): number {
  return ((bytes[0] ?? 0) - FIRST_RECOVERY_BYTE) & 3;
}

/** The signature of a recovery id for a compressed key, and of r and s in 64 bytes. */
export function compactSignature(recovery: number, rAndS: Uint8Array): Uint8Array {
  return Uint8Array.of(FIRST_RECOVERY_BYTE + 4 + recovery, ...rAndS);
}

/** Reads a signature's binary form; canonical or not is for parseSignature and recovery to say. */
export function readSignature(reader: ByteReader): SignatureValue {
  return readTypedBytes(reader, FORM.layout);
}

/** Writes a signature's binary form. */
export function writeSignature(writer: ByteWriter, signature: SignatureValue): void {
  writeTypedBytes(writer, signature);
}

function isCanonicalNumber(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return first < 0x80 && (first !== 0 || second >= 0x80);
}
