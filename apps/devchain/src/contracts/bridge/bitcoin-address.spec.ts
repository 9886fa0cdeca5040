import { sha256 } from '@app/antelope';
import { bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { type BitcoinNetwork, readBitcoinAddress, REGTEST, segwitAddress } from './bitcoin-address';
import { depositAddress } from './deposit-address';

const MAINNET: BitcoinNetwork = { name: 'mainnet', prefix: 'bc', base58Versions: [0x00, 0x05] };
const TESTNET: BitcoinNetwork = { name: 'testnet', prefix: 'tb', base58Versions: [0x6f, 0xc4] };
const base58check = createBase58check(sha256);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('a Bitcoin address', () => {
  it.each([
    // BIP 173 and BIP 350, test vectors.
    [MAINNET, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    [TESTNET, 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    [MAINNET, 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    [MAINNET, 'BC1SW50QGDZ25J'],
    [TESTNET, 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
    [MAINNET, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    // The first output ever, and a script hash.
    [MAINNET, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    [MAINNET, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    [TESTNET, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    [REGTEST, '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ])('of %j is %s', (network, text) => {
    const isBech32 = text.toLowerCase().startsWith(network.prefix);
    // BIP 350 gives witness version 1 a meaning only at 32 bytes; version 16 has none yet.
    const isForgotten = text.startsWith('bc1pw508');
    expect(readBitcoinAddress(text, network)).toBe(
      isForgotten ? undefined : isBech32 ? text.toLowerCase() : text,
    );
  });

  it.each([
    // BIP 350, invalid: prefix, checksum kind, checksum, character, version 17, lengths, case, padding, no data.
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1gmk9yu',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4',
    // Base58: a character changed, an extended key, nothing.
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    '',
    ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ])('is not %j', (text) => {
    expect(readBitcoinAddress(text, MAINNET)).toBeUndefined();
  });

  it('is of one network alone', () => {
    fc.assert(
      fc.property(bytes(20), (hash) => {
        const address = segwitAddress(hash, REGTEST);
        expect(readBitcoinAddress(address, REGTEST)).toBe(address);
        expect(readBitcoinAddress(address.toUpperCase(), REGTEST)).toBe(address);
        expect(readBitcoinAddress(address, MAINNET)).toBeUndefined();
        expect(readBitcoinAddress(address, TESTNET)).toBeUndefined();
        expect(
          readBitcoinAddress(base58check.encode(new Uint8Array([0x00, ...hash])), REGTEST),
        ).toBeUndefined();
      }),
    );
  });

  it('has a checksum over every character', () => {
    const forms = fc.oneof(
      bytes(20).map((hash) => segwitAddress(hash, REGTEST)),
      bytes(32).map((key) => bech32m.encode('bcrt', [1, ...bech32m.toWords(key)])),
      fc
        .tuple(fc.constantFrom(0x6f, 0xc4), bytes(20))
        .map(([version, hash]) => base58check.encode(new Uint8Array([version, ...hash]))),
    );
    const alphabet = [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l', ...'ABCDEFGHJKLMNPQRSTUVWXYZ'];
    fc.assert(
      fc.property(forms, fc.nat(), fc.constantFrom(...alphabet), (address, at, character) => {
        expect(readBitcoinAddress(address, REGTEST)).toBe(address);
        const place = at % address.length;
        const changed = address.slice(0, place) + character + address.slice(place + 1);
        expect(readBitcoinAddress(changed, REGTEST)).toBe(changed === address ? address : undefined);
      }),
    );
  });

  it.each([
    ['version 0 in bech32m', bech32m.encode('bcrt', [0, ...bech32.toWords(new Uint8Array(20))])],
    ['version 1 in bech32', bech32.encode('bcrt', [1, ...bech32.toWords(new Uint8Array(32))])],
    ['version 0 with 25 bytes', bech32.encode('bcrt', [0, ...bech32.toWords(new Uint8Array(25))])],
    ['version 1 with 20 bytes', bech32m.encode('bcrt', [1, ...bech32.toWords(new Uint8Array(20))])],
  ])('is not %s', (_, text) => {
    expect(readBitcoinAddress(text, REGTEST)).toBeUndefined();
  });

  it('for deposits is the same every time, and another for every account and bridge', () => {
    const all = ['bridge', 'vaults'].flatMap((bridge) =>
      ['alice', 'bob'].map((name) => depositAddress(bridge, name, REGTEST)),
    );
    expect(new Set(all).size).toBe(4);
    for (const address of all) {
      expect(address).toMatch(/^bcrt1q[a-z0-9]{38}$/);
      expect(readBitcoinAddress(address, REGTEST)).toBe(address);
    }
    expect(depositAddress('bridge', 'alice', REGTEST)).toBe(all[0]);
  });
});
