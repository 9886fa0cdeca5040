import fc from 'fast-check';
import { DEFAULT_CHAIN_CONFIG } from '../state/chain-config';
import { netUsageBytes, wholeWords, words } from './net-usage';
import type { PackedTransactionInput } from './packed-transaction';

const packed = (size: number, signatures: number, contextFreeData = 0): PackedTransactionInput => ({
  signatures: Array.from({ length: signatures }, () => 'SIG_K1_'),
  compression: 'none',
  packedContextFreeData: new Uint8Array(contextFreeData),
  packedTrx: new Uint8Array(size),
});

describe('net usage', () => {
  it.each<[number, number, number]>([
    // 12 + 16 + size + a fifth, rounded up, of one length byte each for signatures and data, and 66 a signature.
    [100, 0, 12 + 16 + 100 + 1],
    [100, 1, 12 + 16 + 100 + 14],
    [100, 2, 12 + 16 + 100 + 27],
    [137, 1, 12 + 16 + 137 + 14],
  ])('net usage of %i bytes with %i signatures is %i bytes', (size, signatures, expected) => {
    expect(netUsageBytes(packed(size, signatures), DEFAULT_CHAIN_CONFIG)).toBe(expected);
  });

  it('net usage counts context-free data at a fifth, its length included', () => {
    expect(netUsageBytes(packed(100, 0, 98), DEFAULT_CHAIN_CONFIG)).toBe(12 + 16 + 100 + 20);
    expect(netUsageBytes(packed(100, 0, 128), DEFAULT_CHAIN_CONFIG)).toBe(12 + 16 + 100 + Math.ceil(131 / 5));
  });

  it('net usage is billed in whole words', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (bytes) => {
        expect(wholeWords(bytes)).toBe(8 * words(bytes));
        expect(wholeWords(bytes) - bytes).toBeGreaterThanOrEqual(0);
        expect(wholeWords(bytes) - bytes).toBeLessThan(8);
      }),
    );
  });
});
