import fc from 'fast-check';
import { bytesToHex } from '../bytes/hex';
import { K1_KEYS, WITH_ELLIPTIC, wharfkitKey } from '../testing/private-keys';
import {
  derivePrivateKey,
  parsePrivateKey,
  privateKeyText,
  privateKeyWif,
  publicKeyOf,
} from './private-keys';
import { publicKeyText } from './public-keys';

describe('private keys', () => {
  it('private keys are those of wharfkit, as are their public keys', () => {
    fc.assert(
      fc.property(K1_KEYS, (key) => {
        expect(wharfkitKey(key).toString()).toBe(privateKeyText(key));
        expect(wharfkitKey(key).toPublic().toString()).toBe(publicKeyText(publicKeyOf(key)));
        expect(parsePrivateKey(privateKeyText(key))).toEqual(key);
      }),
      WITH_ELLIPTIC,
    );
  });

  it('private keys are read and written in the wallet import format', () => {
    const key = derivePrivateKey('seed');
    expect(privateKeyWif(key)).toBe(wharfkitKey(key).toWif());
    expect(parsePrivateKey(privateKeyWif(key))).toEqual(key);
    expect(() => privateKeyWif({ ...key, type: 'R1' })).toThrow('only K1 keys have a wallet import format');
  });

  it('private keys come from the SHA-256 of the seed', () => {
    expect(bytesToHex(derivePrivateKey('abc').bytes)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('private keys are never quoted in a message', () => {
    const text = privateKeyText(derivePrivateKey('seed'));
    for (const broken of [text.slice(0, -1), `${text}1`, text.slice(4), `${text.slice(0, -1)}?`]) {
      expect(() => parsePrivateKey(broken)).toThrow(/^the text is not a private key like "PVT_K1_\.\.\."/);
    }
  });

  it('private keys are refused when out of range', () => {
    const zero = privateKeyText({ type: 'K1', bytes: new Uint8Array(32) });
    const order = privateKeyText({ type: 'K1', bytes: new Uint8Array(32).fill(0xff) });
    expect(() => parsePrivateKey(zero)).toThrow('the private key is out of range');
    expect(() => parsePrivateKey(order)).toThrow('the private key is out of range');
  });
});
