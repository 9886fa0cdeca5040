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
  it('is taken in the spelling of the chain', () => {
    expect(readSignature(text)).toBe(text);
  });

  it("is taken as the chain's 65 bytes in hex", () => {
    expect(readSignature(hexOf(text))).toBe(text);
  });

  it('is taken as a bare curve library gives it, the recovery id from 0 to 3', () => {
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
    ['', 'nothing'],
    ['SIG_K1_', 'no body'],
    [`${text.slice(0, -1)}1`, 'a broken checksum'],
    [hexOf(text).slice(2), '64 bytes'],
    [hexOf(text).toUpperCase(), 'upper-case hex'],
    [`ff${hexOf(text).slice(2)}`, 'an impossible recovery id'],
    [`00${'ff'.repeat(64)}`, 'numbers that are not canonical'],
  ])('is refused when it is not well formed: %s', (broken) => {
    expect(() => readSignature(broken)).toThrow(ValueError);
  });
});
