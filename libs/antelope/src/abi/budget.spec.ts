import type { Json } from '../json';
import { decodingOf, encodingOf, ODD_ABI } from '../testing/odd-abi';
import { encodeType } from './values';

describe('bytes made to cost much', () => {
  const nested = (levels: number): Json =>
    levels === 0 ? { branches: [] } : { branches: [nested(levels - 1)] };

  it('bytes made to cost much are refused below 32 levels', () => {
    expect(() => encodeType(ODD_ABI, 'tree', nested(40))).toThrow('nested more than 32 levels deep');
    expect(() => decodingOf('tree', `${'01'.repeat(40)}00`)).toThrow('nested more than 32 levels deep');
    expect(decodingOf('tree', encodingOf('tree', nested(10)))).toEqual(nested(10));
  });

  it('bytes made to cost much are refused with more than a million elements of nothing', () => {
    expect(() => decodingOf('nothing[]', 'ffffffff0f')).toThrow('more than 1048576 list elements');
    expect(() => decodingOf('nothing[][]', `02${'808040'.repeat(2)}`)).toThrow(
      'more than 1048576 list elements',
    );
    expect(decodingOf('nothing[]', '03')).toEqual([{}, {}, {}]);
  });

  it('bytes made to cost much are refused when they announce more than they hold', () => {
    expect(() => decodingOf('string', 'ffffffff0f')).toThrow('the data ends at byte 5');
    expect(() => decodingOf('uint8[]', 'ff7f01')).toThrow('[1]: the data ends at byte 3');
  });
});
