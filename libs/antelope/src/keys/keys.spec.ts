import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Bytes, Checksum256, PrivateKey, PublicKey, Signature } from '@wharfkit/antelope';
import fc from 'fast-check';
import { bytesToHex, hexToBytes } from '../bytes/hex';
import { sha256 } from '../bytes/sha256';
import { ValueError } from '../value-error';
import {
  derivePrivateKey,
  parsePrivateKey,
  privateKeyText,
  publicKeyOf,
  signDigest,
  type PrivateKeyValue,
} from './private-keys';
import { parsePublicKey, publicKeyLegacyText, publicKeyText } from './public-keys';
import { recoverPublicKey } from './recovery';
import { isCanonical, parseSignature, signatureText, type SignatureValue } from './signatures';
import { typedText } from './typed-text';

const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
const seeds = fc.string({ minLength: 1, maxLength: 20 });
const k1Keys = seeds.map(derivePrivateKey);
const r1KeyOf = (seed: string): PrivateKeyValue => ({ ...derivePrivateKey(seed), type: 'R1' });

/** Elliptic is a hundred times slower inside Jest's sandbox, hence few runs where it takes part: R1 twice. */
const crossChecked = { numRuns: 6, examples: [[r1KeyOf('one')], [r1KeyOf('two')]] as [PrivateKeyValue][] };

const wharfkit = (key: PrivateKeyValue): PrivateKey => PrivateKey.from(privateKeyText(key));
const signatureForm = { prefix: 'SIG', what: '', layout: {} } as never;

describe('public keys', () => {
  it('have the texts of wharfkit and give their bytes back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('K1' as const, 'R1' as const),
        fc.uint8Array({ minLength: 33, maxLength: 33 }),
        (type, bytes) => {
          const theirs = PublicKey.from({ type, compressed: bytes });
          const text = publicKeyText({ type, bytes });
          expect(text).toBe(theirs.toString());
          expect(parsePublicKey(text)).toEqual({ type, bytes });
          const printedByNodes = publicKeyLegacyText({ type, bytes });
          expect(printedByNodes).toBe(type === 'K1' ? theirs.toLegacyString() : theirs.toString());
          expect(parsePublicKey(printedByNodes)).toEqual({ type, bytes });
        },
      ),
    );
  });

  it('include the one of zeros that accounts give to nobody, which wharfkit cannot read', () => {
    const nobody = 'EOS1111111111111111111111111111111114T1Anm';
    expect(parsePublicKey(nobody)).toEqual({ type: 'K1', bytes: new Uint8Array(33) });
    expect(publicKeyLegacyText(parsePublicKey(nobody))).toBe(nobody);
  });

  it('of web authenticators keep the name of the relying party', () => {
    const bytes = Uint8Array.of(...new Uint8Array(33).fill(2), 1, 5, ...Buffer.from('a.com'));
    const text = publicKeyText({ type: 'WA', bytes });
    expect(text).toBe(new PublicKey('WA' as never, new Bytes(bytes)).toString());
    expect(parsePublicKey(text)).toEqual({ type: 'WA', bytes });
    expect(publicKeyLegacyText(parsePublicKey(text))).toBe(text);
    const tooShort = publicKeyText({ type: 'WA', bytes: bytes.subarray(0, -1) });
    expect(() => parsePublicKey(tooShort)).toThrow('its length is wrong');
  });

  it('are refused after any change of a character', () => {
    const text = publicKeyText(publicKeyOf(derivePrivateKey('seed')));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'123ABCabcxyz_0OIl é'), (index, character) => {
        fc.pre(text.charAt(index) !== character);
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        expect(() => parsePublicKey(changed)).toThrow(ValueError);
      }),
    );
  });

  it.each([
    '',
    'EOS',
    'PUB_K1_',
    'PUB_XX_abc',
    'FIO57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tHTtxzq',
    'alice',
  ])('refuses %p', (text) => {
    expect(() => parsePublicKey(text)).toThrow(
      `${JSON.stringify(text)} is not a public key like "PUB_K1_..."`,
    );
  });
});

describe('private keys', () => {
  it('are those of wharfkit, as are their public keys', () => {
    fc.assert(
      fc.property(k1Keys, (key) => {
        expect(wharfkit(key).toString()).toBe(privateKeyText(key));
        expect(wharfkit(key).toPublic().toString()).toBe(publicKeyText(publicKeyOf(key)));
        expect(parsePrivateKey(privateKeyText(key))).toEqual(key);
      }),
      crossChecked,
    );
  });

  it('are read in the wallet import format', () => {
    const key = derivePrivateKey('seed');
    expect(parsePrivateKey(wharfkit(key).toWif())).toEqual(key);
  });

  it('come from the SHA-256 of the seed', () => {
    expect(bytesToHex(derivePrivateKey('abc').bytes)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are never quoted in a message', () => {
    const text = privateKeyText(derivePrivateKey('seed'));
    for (const broken of [text.slice(0, -1), `${text}1`, text.slice(4), `${text.slice(0, -1)}?`]) {
      expect(() => parsePrivateKey(broken)).toThrow(/^the text is not a private key like "PVT_K1_\.\.\."/);
    }
  });

  it('are refused when out of range', () => {
    const zero = privateKeyText({ type: 'K1', bytes: new Uint8Array(32) });
    const order = privateKeyText({ type: 'K1', bytes: new Uint8Array(32).fill(0xff) });
    expect(() => parsePrivateKey(zero)).toThrow('the private key is out of range');
    expect(() => parsePrivateKey(order)).toThrow('the private key is out of range');
  });
});

describe('signatures', () => {
  it('belong to their key, and elliptic says so too', () => {
    fc.assert(
      fc.property(k1Keys, (key) => {
        const digest = sha256(key.bytes);
        const text = signDigest(key, digest);
        const publicKey = publicKeyText(publicKeyOf(key));
        expect(publicKeyText(recoverPublicKey(digest, parseSignature(text)))).toBe(publicKey);
        expect(Signature.from(text).recoverDigest(Checksum256.from(digest)).toString()).toBe(publicKey);
      }),
      crossChecked,
    );
  });

  it('made by elliptic are recovered as it recovers them', () => {
    fc.assert(
      fc.property(k1Keys, (key) => {
        const digest = sha256(key.bytes);
        const text = wharfkit(key).signDigest(Checksum256.from(digest)).toString();
        expect(recoverPublicKey(digest, parseSignature(text))).toEqual(publicKeyOf(key));
      }),
      crossChecked,
    );
  });

  it('are recovered as @noble/curves recovers them, whatever their bytes are', () => {
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

  it('are always canonical, the same each time, and of another key over another digest', () => {
    fc.assert(
      fc.property(k1Keys, digests, (key, digest) => {
        const text = signDigest(key, digest);
        expect(isCanonical(parseSignature(text).bytes)).toBe(true);
        expect(signDigest(key, digest)).toBe(text);
        const elsewhere = recoverPublicKey(sha256(digest), parseSignature(text));
        expect(publicKeyText(elsewhere)).not.toBe(publicKeyText(publicKeyOf(key)));
      }),
      { numRuns: 200 },
    );
  });

  it('keep their bytes through their text', () => {
    const made = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    expect(parseSignature(signatureText(made))).toEqual(made);
    expect(made.bytes).toHaveLength(65);
    expect(made.bytes[0]).toBeGreaterThanOrEqual(31);
  });

  it('are refused when r or s is not canonical, for K1 alone', () => {
    const good = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    const changed = (at: number, ...values: number[]): SignatureValue => {
      const bytes = Uint8Array.from(good.bytes);
      bytes.set(values, at);
      return { type: 'K1', bytes };
    };
    for (const bad of [changed(1, 0x80), changed(1, 0, 0x7f), changed(33, 0x80), changed(33, 0, 0x7f)]) {
      const text = typedText(signatureForm, bad);
      expect(() => parseSignature(text)).toThrow('is not canonical');
      expect(() => recoverPublicKey(new Uint8Array(32), bad)).toThrow('the signature is not canonical');
      expect(parseSignature(typedText(signatureForm, { ...bad, type: 'R1' })).type).toBe('R1');
    }
    for (const good of [changed(1, 0, 0x80), changed(1, 0x7f), changed(33, 0, 0x80)]) {
      expect(parseSignature(typedText(signatureForm, good))).toEqual(good);
    }
  });

  it('are refused with a recovery byte that no signer writes', () => {
    const good = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    for (const byte of [0, 4, 26, 35, 255]) {
      const bytes = Uint8Array.from([byte, ...good.bytes.subarray(1)]);
      expect(() => parseSignature(typedText(signatureForm, { type: 'K1', bytes }))).toThrow(
        'no valid recovery byte',
      );
    }
  });

  it('belong to no key when r is no point, or s is zero or beyond the order', () => {
    const r = '7f'.repeat(32);
    const canonicalBeyondField = hexToBytes(`21${r}${r}`);
    const signature: SignatureValue = { type: 'K1', bytes: canonicalBeyondField };
    expect(() => recoverPublicKey(new Uint8Array(32), signature)).toThrow('the signature belongs to no key');
    const r1: SignatureValue = { type: 'R1', bytes: hexToBytes(`1f${r}${'ff'.repeat(32)}`) };
    expect(() => recoverPublicKey(new Uint8Array(32), r1)).toThrow('the signature belongs to no key');
    const good = parseSignature(signDigest(derivePrivateKey('seed'), new Uint8Array(32)));
    expect(() => recoverPublicKey(new Uint8Array(31), good)).toThrow('a digest has 32 bytes');
  });

  it('of web authenticators are well formed, but not recovered', () => {
    const bytes = Uint8Array.of(31, ...new Uint8Array(64).fill(1), 2, 7, 7, 3, 8, 8, 8);
    const text = signatureText({ type: 'WA', bytes });
    expect(parseSignature(text)).toEqual({ type: 'WA', bytes });
    expect(() => recoverPublicKey(new Uint8Array(32), parseSignature(text))).toThrow(
      'signatures of web authenticators (WA) are not supported',
    );
    const broken = signatureText({ type: 'WA', bytes: bytes.subarray(0, -1) });
    expect(() => parseSignature(broken)).toThrow('its length is wrong');
  });

  it('are refused after any change of a character', () => {
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
