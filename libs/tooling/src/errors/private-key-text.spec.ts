import {
  derivePrivateKey,
  privateKeyText,
  publicKeyLegacyText,
  publicKeyOf,
  publicKeyText,
  signDigest,
} from '@app/antelope';
import { PrivateKey } from '@wharfkit/antelope';
import { holdsPrivateKey } from './private-key-text';

const key = derivePrivateKey('private-key-text.spec');
const text = privateKeyText(key);
const wif = PrivateKey.from(text).toWif();

describe('holdsPrivateKey', () => {
  it.each([
    ['PVT_K1_', text],
    ['PVT_R1_', text.replace('K1', 'R1')],
    ['WIF', wif],
    ['WIF of a compressed key', `L${wif}`],
    ['WIF with blanks around it', ` ${wif}\n`],
    ['WIF inside a sentence', `my key: "${wif}", keep it safe`],
    ['WIF with a typing error', `${wif.slice(0, -1)}1`],
  ])('holdsPrivateKey is true for %s', (_, value) => {
    expect(holdsPrivateKey(value)).toBe(true);
  });

  it.each([
    ['a public key', publicKeyText(publicKeyOf(key))],
    ['a legacy public key', publicKeyLegacyText(publicKeyOf(key))],
    ['a signature', signDigest(key, key.bytes)],
    ['64 hex digits, as a transaction id has', 'ab'.repeat(32)],
    ['hex that holds a 5 and many digits', '5'.repeat(200)],
    ['an account name', 'alice'],
    ['a Bitcoin address', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['nothing', ''],
  ])('holdsPrivateKey is false for %s', (_, value) => {
    expect(holdsPrivateKey(value)).toBe(false);
  });
});
