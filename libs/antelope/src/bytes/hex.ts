import { quoted, ValueError } from '../value-error';

const HEX = /^(?:[0-9a-fA-F]{2})*$/;

/** Lower-case hex, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Bytes of an even number of hex digits of either case; no prefix, no blanks. Throws ValueError. */
export function hexToBytes(hex: string): Uint8Array {
  if (!HEX.test(hex)) throw new ValueError(`${quoted(hex)} is not hexadecimal`);
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

/** True when both hold the same bytes. Not for secrets: it stops at the first difference. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
