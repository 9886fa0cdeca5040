import { bytesToHex } from '@app/antelope';
import { keyText, signatureOf } from './values';

const [POINT, COMPACT] = [new Uint8Array(33).fill(3), new Uint8Array(65).fill(31)];

/** Bytes behind their length, in two bytes. */
const prefixed = (length: number): number[] => [
  (length & 0x7f) | 0x80,
  length >> 7,
  ...new Uint8Array(length),
];
const key = (nameBytes: number): Uint8Array => Uint8Array.of(2, ...POINT, 1, ...prefixed(nameBytes));
const signature = (jsonBytes: number): Uint8Array => Uint8Array.of(2, ...COMPACT, 0, ...prefixed(jsonBytes));

describe('keys and signatures of any account in answers', () => {
  it('a key is shown as text up to 740 bytes, and in hex beyond them', () => {
    expect(keyText(Uint8Array.of(0, ...POINT))).toMatch(/^EOS/);
    expect(keyText(key(704))).toMatch(/^PUB_WA_/);
    expect(keyText(key(705))).toBe(bytesToHex(key(705)));
    expect(keyText(key(16_000))).toBe(bytesToHex(key(16_000)));
  });

  it('a signature is shown as text up to 740 bytes, and in hex beyond them', () => {
    expect(signatureOf(Uint8Array.of(0, ...COMPACT))).toMatch(/^SIG_K1_/);
    expect(signatureOf(signature(672))).toMatch(/^SIG_WA_/);
    expect(signatureOf(signature(673))).toBe(bytesToHex(signature(673)));
  });
});
