import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  derivePrivateKey,
  hexToBytes,
  parseSignature,
  publicKeyOf,
  publicKeyText,
  recoverPublicKey,
  signDigest,
  ValueError,
} from '@app/antelope';
import { readSignature } from './read-signature';

const key = derivePrivateKey('read-signature.spec');
const digest = new Uint8Array(32).fill(7);
const text = signDigest(key, digest);
const hexOf = (signature: string) => Buffer.from(parseSignature(signature).bytes).toString('hex');

describe('a signature', () => {
  it('a signature is accepted in the format of the chain', () => {
    expect(readSignature(text)).toBe(text);
  });

  it("a signature is taken as the chain's 65 bytes in hex", () => {
    expect(readSignature(hexOf(text))).toBe(text);
  });

  it('a signature is taken as a bare curve library gives it, the recovery id from 0 to 3', () => {
    const bytes = parseSignature(text).bytes;
    const recovery = (bytes[0] ?? 0) - 31;
    const compact = `0${recovery}${hexOf(text).slice(2)}`;
    const recovered = secp256k1.Signature.fromBytes(hexToBytes(compact), 'recovered').recoverPublicKey(
      digest,
    );
    expect(Buffer.from(recovered.toBytes(true))).toEqual(Buffer.from(publicKeyOf(key).bytes));
    expect(readSignature(compact)).toBe(text);
    expect(publicKeyText(recoverPublicKey(digest, parseSignature(readSignature(compact))))).toBe(
      publicKeyText(publicKeyOf(key)),
    );
  });

  it.each([
    ['nothing', '', 'is not a signature'],
    ['no body', 'SIG_K1_', 'is not a signature'],
    ['a broken checksum', `${text.slice(0, -1)}1`, 'its checksum is wrong'],
    [
      '64 bytes',
      hexOf(text).slice(2),
      'is 64 bytes long, r and s alone: put the recovery id (0 to 3) before',
    ],
    ['a 0x prefix', `0x${hexOf(text)}`, 'starts with 0x: send the hex digits alone'],
    ['upper-case hex', hexOf(text).toUpperCase(), 'has upper-case hex digits'],
    ['an odd number of digits', hexOf(text).slice(1), 'has an odd number of hex digits'],
    [
      'r, s and the recovery id',
      `${'7a'.repeat(64)}01`,
      'has the recovery id behind r and s: put it before them',
    ],
    ['an impossible recovery id', `ff${'7a'.repeat(64)}`, 'does not begin with a recovery id'],
    ['DER', `3044${'01'.repeat(68)}`, 'is 70 bytes long (DER): send SIG_K1_'],
    ['32 bytes', 'ab'.repeat(32), 'is 32 bytes long: send SIG_K1_'],
    ['numbers that are not canonical', `00${'ff'.repeat(64)}`, 'is not canonical: r and s must each begin'],
  ])('a signature is refused by its own reason when it is %s', (_, broken, reason) => {
    expect(() => readSignature(broken)).toThrow(ValueError);
    expect(() => readSignature(broken)).toThrow(reason);
  });

  it('a signature that is hex is not repeated in the refusal: it may be a private key', () => {
    expect(() => readSignature('ab'.repeat(32))).not.toThrow(/abab/);
  });
});
