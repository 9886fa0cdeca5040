import { randomBytes } from 'node:crypto';
import type { Opcode } from './protocol';

const FINAL = 0x80;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MAX_LENGTH_7 = 125;
const MAX_LENGTH_16 = 0xffff;

/** A whole message of a client, as one frame: masked, as RFC 6455, section 5.3 demands. */
export function clientFrame(opcode: Opcode, payload: Uint8Array): Buffer {
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (const [index, byte] of masked.entries()) masked[index] = byte ^ (mask[index % 4] ?? 0);
  return Buffer.concat([Buffer.of(FINAL | opcode), lengthOf(payload.length), mask, masked]);
}

function lengthOf(length: number): Buffer {
  if (length <= MAX_LENGTH_7) return Buffer.of(MASKED | length);
  if (length <= MAX_LENGTH_16) {
    const bytes = Buffer.of(MASKED | LENGTH_16, 0, 0);
    bytes.writeUInt16BE(length, 1);
    return bytes;
  }
  const bytes = Buffer.alloc(9, MASKED | LENGTH_64);
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}
