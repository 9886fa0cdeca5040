import { Bytes, PublicKey } from '@wharfkit/antelope';
import fc from 'fast-check';
import { ValueError } from '../value-error';
import { derivePrivateKey, publicKeyOf } from './private-keys';
import { parsePublicKey, publicKeyLegacyText, publicKeyText } from './public-keys';
import { LONGEST_KEY_BYTES } from './typed-text';

describe('public keys', () => {
  it('public keys have the texts of wharfkit and give their bytes back', () => {
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

  it('public keys include the key of zeros, which wharfkit cannot read', () => {
    const nobody = 'EOS1111111111111111111111111111111114T1Anm';
    expect(parsePublicKey(nobody)).toEqual({ type: 'K1', bytes: new Uint8Array(33) });
    expect(publicKeyLegacyText(parsePublicKey(nobody))).toBe(nobody);
  });

  it('public keys have a text, which is read again, up to 740 bytes', () => {
    const nameBytes = 740 - 33 - 1 - 2;
    const bytes = Uint8Array.of(
      ...new Uint8Array(33).fill(0xff),
      1,
      (nameBytes & 0x7f) | 0x80,
      nameBytes >> 7,
      ...new Uint8Array(nameBytes).fill(0xff),
    );
    expect(bytes).toHaveLength(LONGEST_KEY_BYTES);
    expect(parsePublicKey(publicKeyText({ type: 'WA', bytes }))).toEqual({ type: 'WA', bytes });
    for (const print of [publicKeyText, publicKeyLegacyText])
      expect(() => print({ type: 'WA', bytes: Uint8Array.of(...bytes, 0) })).toThrow(
        'PUB_WA_ of 741 bytes: the text of more than 740 bytes is not made',
      );
  });

  it('public keys of web authenticators keep the name of the relying party', () => {
    const bytes = Uint8Array.of(...new Uint8Array(33).fill(2), 1, 5, ...Buffer.from('a.com'));
    const text = publicKeyText({ type: 'WA', bytes });
    expect(text).toBe(new PublicKey('WA' as never, new Bytes(bytes)).toString());
    expect(parsePublicKey(text)).toEqual({ type: 'WA', bytes });
    expect(publicKeyLegacyText(parsePublicKey(text))).toBe(text);
    const tooShort = publicKeyText({ type: 'WA', bytes: bytes.subarray(0, -1) });
    expect(() => parsePublicKey(tooShort)).toThrow('its length is wrong');
  });

  it('public keys are refused after any change of a character', () => {
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
  ])('the public key %p is refused', (text) => {
    expect(() => parsePublicKey(text)).toThrow(
      `${JSON.stringify(text)} is not a public key like "PUB_K1_..."`,
    );
  });
});
