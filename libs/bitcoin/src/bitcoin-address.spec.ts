import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { BitcoinAddressError } from './address-error';
import { readBitcoinAddress } from './bitcoin-address';
import { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-network';

const base58check = createBase58check(sha256);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const segwit = (prefix: string, version: number, program: Uint8Array) =>
  (version === 0 ? bech32 : bech32m).encode(prefix, [version, ...bech32.toWords(program)]);
const base58 = (version: number, hash: Uint8Array) => base58check.encode(new Uint8Array([version, ...hash]));

describe('Bitcoin addresses', () => {
  it.each<[BitcoinNetwork, string]>([
    // BIP 173 and BIP 350, valid addresses.
    ['mainnet', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['testnet', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    ['signet', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    ['testnet', 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy'],
    ['testnet', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
    ['mainnet', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    // BIP 86, first receiving address.
    ['mainnet', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    // The first output ever, script hashes (BIP 16, BIP 49), key hashes of test networks.
    ['mainnet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['mainnet', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    ['testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['testnet', '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2'],
    ['regtest', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ])('a Bitcoin address of %s reads as: %s', (network, text) => {
    const isSegwit = /^(bc|tb)1/i.test(text);
    expect(readBitcoinAddress(text, network)).toBe(isSegwit ? text.toLowerCase() : text);
  });

  it.each([
    // BIP 350, invalid addresses, in its order.
    ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'is not a Bitcoin address'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'another witness version'],
    ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'another witness version'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'another witness version'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'another witness version'],
    ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'another witness version'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'has a wrong checksum'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'holds no witness program'],
    ['bc1pw5dgrnzv', 'holds 1 bytes'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'holds 41 bytes'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'holds 16 bytes'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'mixes capital and small letters'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'holds no witness program'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'holds no witness program'],
    ['bc1gmk9yu', 'holds no witness program'],
    // Valid for BIP 350, and anyone can spend such an output: BIP 341.
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'holds 40 bytes'],
    ['BC1SW50QGDZ25J', 'is of witness version 16, which has no rules yet'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'is of witness version 2, which has no rules yet'],
    // Right checksums of other prefixes, which have a 1 themselves.
    ['bc1fake1qqurswpc8qurswpc8qurswpc8qurswpc8nm8jar', 'has a prefix that no network of Bitcoin has'],
    ['BC1FAKE1QQURSWPC8QURSWPC8QURSWPC8QURSWPC8NM8JAR', 'has a prefix that no network of Bitcoin has'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'has a wrong checksum'],
    ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'is not an address of Bitcoin'],
    ['xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJo', 'is not a Bitcoin address'],
    ['', 'is not a Bitcoin address'],
    [' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'is not a Bitcoin address'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ', 'has a wrong checksum'],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'is not a Bitcoin address'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'is not a Bitcoin address'],
  ])('a Bitcoin address is not %j', (text, reason) => {
    const read = () => readBitcoinAddress(text, 'mainnet');
    expect(read).toThrow(BitcoinAddressError);
    expect(read).toThrow(reason);
  });

  it('a Bitcoin address of another network is refused with the name of both', () => {
    expect(() => readBitcoinAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'regtest')).toThrow(
      'is an address of Bitcoin mainnet; this network needs one of regtest',
    );
    expect(() => readBitcoinAddress('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'mainnet')).toThrow(
      'is an address of Bitcoin testnet or signet or regtest; this network needs one of mainnet',
    );
  });

  /** Every form there is, with the networks that share its marks. */
  const addresses = fc.oneof(
    ...[
      { prefix: 'bc', versions: [0x00, 0x05], networks: ['mainnet'] },
      { prefix: 'tb', versions: [0x6f, 0xc4], networks: ['testnet', 'signet'] },
      { prefix: 'bcrt', versions: [0x6f, 0xc4], networks: ['regtest'] },
    ].flatMap(({ prefix, versions, networks }) => [
      bytes(20).map((program) => ({ text: segwit(prefix, 0, program), networks })),
      bytes(32).map((program) => ({ text: segwit(prefix, 0, program), networks })),
      bytes(32).map((program) => ({ text: segwit(prefix, 1, program), networks })),
      ...versions.map((version) =>
        bytes(20).map((hash) => ({
          text: base58(version, hash),
          networks: version > 5 ? ['testnet', 'signet', 'regtest'] : networks,
        })),
      ),
    ]),
  );

  it('a Bitcoin address is of the networks that share its marks, and of no other', () => {
    fc.assert(
      fc.property(addresses, fc.constantFrom(...BITCOIN_NETWORKS), ({ text, networks }, network) => {
        const read = () => readBitcoinAddress(text, network);
        if (networks.includes(network)) expect(read()).toBe(text);
        else expect(read).toThrow('this network needs one of');
      }),
    );
  });

  it('a Bitcoin address is none with a longer prefix, whatever its checksum is', () => {
    // Everything printable that bech32 may have in a prefix; capitals would mix with the rest.
    const character = fc
      .integer({ min: 33, max: 126 })
      .map((code) => String.fromCharCode(code).toLowerCase());
    const added = fc.array(character, { maxLength: 15 }).map((all) => `1${all.join('')}`);
    fc.assert(
      fc.property(
        fc.constantFrom<[string, BitcoinNetwork]>(['bc', 'mainnet'], ['tb', 'testnet'], ['bcrt', 'regtest']),
        added,
        fc.constantFrom(0, 1),
        bytes(32),
        ([prefix, network], more, version, program) => {
          const text = segwit(prefix + more, version, program);
          expect(() => readBitcoinAddress(text, network)).toThrow('a prefix that no network of Bitcoin has');
        },
      ),
    );
  });

  it('a Bitcoin address is none of a witness version without rules, whatever its program is', () => {
    const version = fc.integer({ min: 2, max: 16 });
    const program = fc.uint8Array({ minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(version, program, (number, hash) => {
        expect(() => readBitcoinAddress(segwit('bcrt', number, hash), 'regtest')).toThrow(
          `is of witness version ${number}, which has no rules yet`,
        );
      }),
    );
  });

  it('a Bitcoin address is none with any one character changed', () => {
    const alphabet = [...'023456789acdefghjklmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'];
    fc.assert(
      fc.property(addresses, fc.nat(), fc.constantFrom(...alphabet), ({ text, networks }, at, character) => {
        const place = at % text.length;
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        fc.pre(changed !== text);
        expect(() => readBitcoinAddress(changed, networks[0] as BitcoinNetwork)).toThrow(BitcoinAddressError);
      }),
    );
  });

  it('a Bitcoin address is read from any text without another error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), fc.constantFrom('', 'bc1', 'TB1', '1'), (tail, start) => {
        expect(() => readBitcoinAddress(start + tail, 'mainnet')).toThrow(BitcoinAddressError);
      }),
    );
  });
});
