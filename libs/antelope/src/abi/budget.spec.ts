import type { Json } from '../json';
import { decodingOf, encodingOf, ODD_ABI } from '../testing/odd-abi';
import { hexToBytes } from '../bytes/hex';
import { decodeType, encodeType } from './values';

describe('costs of decoding', () => {
  const nested = (levels: number): Json =>
    levels === 0 ? { branches: [] } : { branches: [nested(levels - 1)] };

  it('bytes that are costly to decode are refused below 32 levels', () => {
    expect(() => encodeType(ODD_ABI, 'tree', nested(40))).toThrow('nested more than 32 levels deep');
    expect(() => decodingOf('tree', `${'01'.repeat(40)}00`)).toThrow('nested more than 32 levels deep');
    expect(decodingOf('tree', encodingOf('tree', nested(10)))).toEqual(nested(10));
  });

  it('bytes that are costly to decode are refused with more empty elements than their length allows', () => {
    expect(() => decodingOf('nothing[]', 'ffffffff0f')).toThrow('more than 10020 fields and list elements');
    expect(() => decodingOf('nothing[][]', `02${'f02e'.repeat(2)}`)).toThrow(
      'more than 10020 fields and list elements',
    );
    expect(decodingOf('nothing[]', '03')).toEqual([{}, {}, {}]);
  });

  it('bytes that are costly to decode are refused with structs of structs that take no bytes', () => {
    expect(() => decodingOf('level7', '')).toThrow('more than 10000 fields and list elements');
    expect(Object.keys(decodingOf('level1', '') as object)).toHaveLength(10);
  });

  it('bytes may hold as many elements as they are long', () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => index % 256);
    expect(decodingOf('uint8[]', encodingOf('uint8[]', numbers))).toEqual(numbers);
  });

  it('values are refused when their ABI adds a million absent fields', () => {
    const values = Array.from({ length: 600 }, () => ({}));
    expect(() => encodingOf('absent[]', values)).toThrow('more than 1048576 fields and list elements');
    expect(encodingOf('absent[]', values.slice(0, 2))).toHaveLength(2 * 4_001);
  });

  it('the cost of several values is counted together, with those that are refused', () => {
    const cost = { fields: 0 };
    const read = (hex: string): Json => decodeType(ODD_ABI, 'nothing[][]', hexToBytes(hex), 'number', cost);
    read('020302');
    expect(cost.fields).toBe(2 + 3 + 2);
    expect(() => read('02f02e')).toThrow('the data ends');
    expect(cost.fields).toBe(7 + 2 + 6_000);
    expect(() => read('01ffffffff0f')).toThrow('fields and list elements');
    expect(cost.fields).toBe(6_009 + 1);
  });

  it('the text of a long key costs the square of its bytes', () => {
    const cost = { fields: 0 };
    const key = `02${'03'.repeat(33)}01bc05${'61'.repeat(700)}`;
    const read = (type: string, hex: string): Json =>
      decodeType(ODD_ABI, type, hexToBytes(hex), 'number', cost);
    read('public_key', `00${'02'.repeat(33)}`);
    expect(cost.fields).toBe(17);
    read('public_key[]', `02${key}${key}`);
    expect(cost.fields).toBe(17 + 2 + 2 * (16 + 529));
    expect(() =>
      decodeType(ODD_ABI, 'public_key', hexToBytes(key), 'number', { fields: 0, mostOfOne: 100 }),
    ).toThrow('more than 100 fields and list elements');
  });

  it('bytes that are costly to decode are refused when they announce more than they hold', () => {
    expect(() => decodingOf('string', 'ffffffff0f')).toThrow('the data ends at byte 5');
    expect(() => decodingOf('uint8[]', 'c80101')).toThrow('[1]: the data ends at byte 3');
  });
});
