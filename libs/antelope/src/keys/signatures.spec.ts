import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Checksum256, Signature } from '@wharfkit/antelope';
import fc from 'fast-check';
import { hexToBytes } from '../bytes/hex';
import { sha256 } from '../bytes/sha256';
import { K1_KEYS, WITH_ELLIPTIC, wharfkitKey } from '../testing/private-keys';
import { ValueError } from '../value-error';
import { derivePrivateKey, publicKeyOf, signDigest } from './private-keys';
import { publicKeyText } from './public-keys';
import { recoverPublicKey } from './recovery';
import { SECP256K1 } from './secp256k1';
import { isCanonical, parseSignature, signatureText, type SignatureValue } from './signatures';

const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('signatures', () => {
  it('signatures belong to their key, by elliptic as well', () => {
    fc.assert(
      fc.property(K1_KEYS, (key) => {
        const digest = sha256(key.bytes);
        const text = signDigest(key, digest);
        const publicKey = publicKeyText(publicKeyOf(key));
        expect(publicKeyText(recoverPublicKey(digest, parseSignature(text)))).toBe(publicKey);
        expect(Signature.from(text).recoverDigest(Checksum256.from(digest)).toString()).toBe(publicKey);
      }),
      WITH_ELLIPTIC,
    );
  });

  it('signatures are not called wrong when the package of the curve cannot be loaded', () => {
    const [key] = fc.sample(K1_KEYS, 1);
    const digest = sha256(key!.bytes);
    const signature = parseSignature(signDigest(key!, digest));
    const missing = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    jest.spyOn(SECP256K1, 'recover').mockImplementation(() => {
      throw missing;
    });
    try {
      expect(() => recoverPublicKey(digest, signature)).toThrow(missing);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('signatures made by elliptic are recovered as it recovers them', () => {
    fc.assert(
      fc.property(K1_KEYS, (key) => {
        const digest = sha256(key.bytes);
        const text = wharfkitKey(key).signDigest(Checksum256.from(digest)).toString();
        expect(recoverPublicKey(digest, parseSignature(text))).toEqual(publicKeyOf(key));
      }),
      WITH_ELLIPTIC,
    );
  });

  it('signatures are recovered as @noble/curves recovers them, whatever their bytes are', () => {
    const point = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(point, point, fc.integer({ min: 0, max: 3 }), digests, (r, s, recoveryId, digest) => {
        const bytes = Uint8Array.of(31 + recoveryId, ...r, ...s);
        fc.pre(isCanonical(bytes));
        let expected: Uint8Array | undefined;
        try {
          const recovered = Uint8Array.of(recoveryId, ...r, ...s);
          expected = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
        } catch {
          expected = undefined;
        }
        const recover = () => recoverPublicKey(digest, { type: 'K1', bytes });
        if (expected === undefined) expect(recover).toThrow('the signature belongs to no key');
        else expect(recover().bytes).toEqual(expected);
      }),
    );
  });

  it('signatures are always canonical, the same each time, and of another key over another digest', () => {
    fc.assert(
      fc.property(K1_KEYS, digests, (key, digest) => {
        const text = signDigest(key, digest);
        expect(isCanonical(parseSignature(text).bytes)).toBe(true);
        expect(signDigest(key, digest)).toBe(text);
        const elsewhere = recoverPublicKey(sha256(digest), parseSignature(text));
        expect(publicKeyText(elsewhere)).not.toBe(publicKeyText(publicKeyOf(key)));
      }),
      { numRuns: 200 },
    );
  });

  it('signatures keep their bytes through their text', () => {
    const made = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    expect(parseSignature(signatureText(made))).toEqual(made);
    expect(made.bytes).toHaveLength(65);
    expect(made.bytes[0]).toBeGreaterThanOrEqual(31);
  });

  it('signatures are refused when r or s is not canonical, for K1 alone', () => {
    const good = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    const changed = (at: number, ...values: number[]): SignatureValue => {
      const bytes = Uint8Array.from(good.bytes);
      bytes.set(values, at);
      return { type: 'K1', bytes };
    };
    for (const bad of [changed(1, 0x80), changed(1, 0, 0x7f), changed(33, 0x80), changed(33, 0, 0x7f)]) {
      const text = signatureText(bad);
      expect(() => parseSignature(text)).toThrow('is not canonical');
      expect(() => recoverPublicKey(new Uint8Array(32), bad)).toThrow('the signature is not canonical');
      expect(parseSignature(signatureText({ ...bad, type: 'R1' })).type).toBe('R1');
    }
    for (const good of [changed(1, 0, 0x80), changed(1, 0x7f), changed(33, 0, 0x80)]) {
      expect(parseSignature(signatureText(good))).toEqual(good);
    }
  });

  it('signatures are refused with a recovery byte that no signer writes', () => {
    const good = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    for (const byte of [0, 4, 26, 35, 255]) {
      const bytes = Uint8Array.from([byte, ...good.bytes.subarray(1)]);
      expect(() => parseSignature(signatureText({ type: 'K1', bytes }))).toThrow('no valid recovery byte');
    }
  });

  it('signatures belong to no key when r is no point, or s is zero or beyond the order', () => {
    const r = '7f'.repeat(32);
    const canonicalBeyondField = hexToBytes(`21${r}${r}`);
    const signature: SignatureValue = { type: 'K1', bytes: canonicalBeyondField };
    expect(() => recoverPublicKey(new Uint8Array(32), signature)).toThrow('the signature belongs to no key');
    const r1: SignatureValue = { type: 'R1', bytes: hexToBytes(`1f${r}${'ff'.repeat(32)}`) };
    expect(() => recoverPublicKey(new Uint8Array(32), r1)).toThrow('the signature belongs to no key');
    const good = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    expect(() => recoverPublicKey(new Uint8Array(31), good)).toThrow('a digest has 32 bytes');
  });

  it('signatures of web authenticators are well formed, but not recovered', () => {
    const bytes = Uint8Array.of(31, ...new Uint8Array(64).fill(1), 2, 7, 7, 3, 8, 8, 8);
    const text = signatureText({ type: 'WA', bytes });
    expect(parseSignature(text)).toEqual({ type: 'WA', bytes });
    expect(() => recoverPublicKey(new Uint8Array(32), parseSignature(text))).toThrow(
      'signatures of web authenticators (WA) are not supported',
    );
    const broken = signatureText({ type: 'WA', bytes: bytes.subarray(0, -1) });
    expect(() => parseSignature(broken)).toThrow('its length is wrong');
  });

  it('signatures are refused after any change of a character', () => {
    const text = signDigest(derivePrivateKey('seed'), new Uint8Array(32));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'123ABCabcxyz_0OIl é'), (index, character) => {
        fc.pre(text.charAt(index) !== character);
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        expect(() => parseSignature(changed)).toThrow(ValueError);
      }),
    );
  });
});
