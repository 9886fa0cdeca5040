import {
  derivePrivateKey,
  privateKeyText,
  publicKeyLegacyText,
  publicKeyOf,
  publicKeyText,
} from '@app/antelope';
import { PrivateKey } from '@wharfkit/antelope';
import { looksLikePrivateKey } from './private-key-text';

describe('a private key', () => {
  const key = derivePrivateKey('private-key-text.spec');

  it('is known in both spellings, blanks around it or not', () => {
    const text = privateKeyText(key);
    const wif = PrivateKey.from(text).toWif();
    expect([text, wif, ` ${wif}\n`].map(looksLikePrivateKey)).toEqual([true, true, true]);
  });

  it('is not what a public key or a word is', () => {
    const publicKey = publicKeyOf(key);
    const others = [publicKeyText(publicKey), publicKeyLegacyText(publicKey), 'alice', '', 'PUB_K1_x'];
    expect(others.map(looksLikePrivateKey)).toEqual(others.map(() => false));
  });
});
