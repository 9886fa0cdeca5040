import {
  derivePrivateKey,
  parseSignature,
  publicKeyOf,
  recoverPublicKey,
  signatureText,
  signDigest,
  ValueError,
} from '@app/antelope';
import fc from 'fast-check';
import { signatureBy, signerOf } from './known-signatures';

const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keys = fc.string().map(derivePrivateKey);

describe('known signatures', () => {
  it('signatureBy gives the signature of the key, also when it was made before', () => {
    fc.assert(
      fc.property(keys, digests, (key, digest) => {
        const made = signDigest(key, digest);
        expect([signatureBy(key, digest), signatureBy(key, digest)]).toEqual([made, made]);
      }),
      { numRuns: 20 },
    );
  });

  it('signerOf gives the key that recovery finds, kept or not', () => {
    fc.assert(
      fc.property(keys, digests, fc.boolean(), (key, digest, isKept) => {
        const text = isKept ? signatureBy(key, digest) : signDigest(key, digest);
        const signature = parseSignature(text);
        const expected = recoverPublicKey(digest, signature);
        expect(expected).toEqual(publicKeyOf(key));
        expect([signerOf(digest, text), signerOf(digest, text)]).toEqual([expected, expected]);
      }),
      { numRuns: 20 },
    );
  });

  it('signerOf gives another key for another digest', () => {
    const key = derivePrivateKey('signer');
    const text = signatureBy(key, new Uint8Array(32).fill(1));
    const other = signerOf(new Uint8Array(32).fill(2), text);
    expect(other).not.toEqual(publicKeyOf(key));
  });

  it('signatureBy gives another signature for another key', () => {
    const digest = new Uint8Array(32).fill(3);
    const [one, other] = ['one', 'other'].map((seed) => signatureBy(derivePrivateKey(seed), digest));
    expect(one).not.toBe(other);
  });

  it('signerOf throws a ValueError each time for a signature of no key', () => {
    const digest = new Uint8Array(32);
    // No point of the curve has this x coordinate.
    const signature = { type: 'K1' as const, bytes: new Uint8Array(65).fill(3).fill(31, 0, 1) };
    expect(() => recoverPublicKey(digest, signature)).toThrow(ValueError);
    for (let times = 0; times < 2; times++)
      expect(() => signerOf(digest, signatureText(signature))).toThrow(ValueError);
  });
});
