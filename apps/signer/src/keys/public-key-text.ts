import { createHash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * The text of a public key, `PUB_K1_...`: base58 of the 33 bytes and four bytes of a RIPEMD-160 checksum.
 * @param hex the compressed point
 */
export function publicKeyText(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const checksum = createHash('ripemd160').update(bytes).update('K1').digest().subarray(0, 4);
  // The first byte is 2 or 3: there are no leading zeros to keep.
  let value = BigInt(`0x${Buffer.concat([bytes, checksum]).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = (ALPHABET[Number(value % 58n)] ?? '') + text;
  return `PUB_K1_${text}`;
}
