import { PrivateKey } from '@wharfkit/antelope';
import { privateKeyText, readPrivateKey } from './private-key-text';

const bytesOf = (seed: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => (seed * 31 + at * 7 + 1) % 256);

describe('the text of a private key', () => {
  it('WIF and PVT_K1 are those of the wallets, and are read again', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const secret = bytesOf(seed);
      const wallet = PrivateKey.from(privateKeyText(secret, 'PVT_K1'));
      expect(wallet.toString()).toBe(privateKeyText(secret, 'PVT_K1'));
      expect(wallet.toWif()).toBe(privateKeyText(secret, 'wif'));
      for (const format of ['wif', 'PVT_K1'] as const)
        expect(Buffer.from(readPrivateKey(privateKeyText(secret, format)))).toEqual(Buffer.from(secret));
    }
    expect(readPrivateKey('ab'.repeat(32))).toEqual(Buffer.alloc(32, 0xab));
  });

  it('a key with a changed character is refused, and the error does not repeat it', () => {
    for (const format of ['wif', 'PVT_K1'] as const) {
      const text = privateKeyText(bytesOf(3), format);
      for (let at = 7; at < text.length; at += 5) {
        const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
        expect(() => readPrivateKey(changed)).toThrow(
          /^there is no private key: 64 hexadecimal digits, WIF \(5\.\.\.\) or PVT_K1_\.\.\.$/,
        );
      }
    }
  });

  it.each([
    '',
    'AB'.repeat(32),
    'ab'.repeat(31),
    'PVT_R1_x',
    'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    // WIF of another network: its version byte is 0xef.
    '92Pg46rUhgTT7romnV7iGW6W1gbGdeezqdbJCzShkCsYNzyyNcc',
  ])('the text %j is refused', (text) => {
    expect(() => readPrivateKey(text)).toThrow('there is no private key');
  });
});
