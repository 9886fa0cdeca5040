import { createHash } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import { KeyError } from './key-file';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const base58check = createBase58check(sha256);
const WIF_VERSION = 0x80;
const PREFIX = 'PVT_K1_';
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;

const checksumOf = (secret: Uint8Array): Buffer =>
  createHash('ripemd160').update(secret).update('K1').digest().subarray(0, CHECKSUM_BYTES);

/**
 * The 32 bytes of a private key: 64 hexadecimal digits, WIF (`5...`) or `PVT_K1_...`.
 * @throws KeyError, which does not repeat the text
 */
export function readPrivateKey(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  try {
    return text.startsWith(PREFIX) ? fromPvt(text.slice(PREFIX.length)) : fromWif(text);
  } catch {
    // The cause would name parts of the key.
    throw new KeyError('there is no private key: 64 hexadecimal digits, WIF (5...) or PVT_K1_...');
  }
}

/** The text of a private key that wallets read. */
export function privateKeyText(secret: Uint8Array, format: 'wif' | 'PVT_K1'): string {
  return format === 'wif'
    ? base58check.encode(Uint8Array.of(WIF_VERSION, ...secret))
    : PREFIX + base58.encode(Uint8Array.of(...secret, ...checksumOf(secret)));
}

function fromWif(text: string): Uint8Array {
  const bytes = base58check.decode(text);
  // A compressed key of Bitcoin has one byte more: wallets of this chain do not write it.
  if (bytes.length !== KEY_BYTES + 1 || bytes[0] !== WIF_VERSION) throw new RangeError('no WIF');
  return bytes.slice(1);
}

function fromPvt(text: string): Uint8Array {
  const bytes = base58.decode(text);
  const secret = bytes.slice(0, KEY_BYTES);
  if (bytes.length !== KEY_BYTES + CHECKSUM_BYTES || !checksumOf(secret).equals(bytes.slice(KEY_BYTES)))
    throw new RangeError('its checksum is wrong');
  return secret;
}
