import { bytesToHex } from '../bytes/hex';
import type { Json } from '../json';
import { ODD_ABI } from '../testing/odd-abi';
import { decodeAction, decodeActionPrefix, encodeAction } from './actions';

const transfer = { from: 'alice', to: 'bob', quantity: '1.0000 ABC', memo: 'hi' };

describe('actions', () => {
  it('encodeAction encodes a transfer, and decodeAction decodes it again', () => {
    const bytes = encodeAction(ODD_ABI, 'transfer', transfer);
    expect(bytesToHex(bytes)).toBe(
      '0000000000855c340000000000000e3d102700000000000004414243000000000268' + '69',
    );
    expect(decodeAction(ODD_ABI, 'transfer', bytes)).toEqual(transfer);
  });

  it('decodeAction decodes data followed by trailing bytes only when the option is set', () => {
    const bytes = Uint8Array.of(...encodeAction(ODD_ABI, 'transfer', transfer), 0, 1);
    expect(decodeActionPrefix(ODD_ABI, 'transfer', bytes)).toEqual(transfer);
    expect(() => decodeAction(ODD_ABI, 'transfer', bytes)).toThrow('2 bytes too many at the end');
    expect(() => decodeActionPrefix(ODD_ABI, 'transfer', bytes.subarray(0, 20))).toThrow(
      'the data ends at byte 20',
    );
  });

  it('decodeActionPrefix reads a length with more bytes than it needs, as nodes do, and decodeAction refuses it', () => {
    const bytes = encodeAction(ODD_ABI, 'transfer', transfer);
    const executed = Uint8Array.of(...bytes.subarray(0, 32), 0x82, 0x00, ...bytes.subarray(33));
    expect(decodeActionPrefix(ODD_ABI, 'transfer', executed)).toEqual(transfer);
    expect(() => decodeAction(ODD_ABI, 'transfer', executed)).toThrow('over-long');
  });

  it('encodeAction and decodeAction refuse unknown and missing members by name', () => {
    expect(() => encodeAction(ODD_ABI, 'transfer', { ...transfer, amout: 1 })).toThrow(
      'unknown field "amout"',
    );
    const { from, to, quantity } = transfer;
    expect(() => encodeAction(ODD_ABI, 'transfer', { from, to, quantity })).toThrow('missing field "memo"');
    expect(() => encodeAction(ODD_ABI, 'transfer', Object.create(transfer) as Json)).toThrow(
      'missing field "from"',
    );
    expect(() => encodeAction(ODD_ABI, 'transfer', { ...transfer, quantity: '1 abc' })).toThrow(
      'quantity: "1 abc" is not an asset like "1.0000 ABC"',
    );
  });

  it('encodeAction and decodeAction refuse an action the ABI does not have', () => {
    expect(() => encodeAction(ODD_ABI, 'steal', {})).toThrow('the ABI has no action "steal"');
    expect(() => decodeAction(ODD_ABI, 'steal', new Uint8Array())).toThrow('the ABI has no action "steal"');
  });
});
