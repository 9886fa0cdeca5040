import type { Json } from '@app/antelope';
import fc from 'fast-check';
import { isSameValue } from './same-value';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe('equal values', () => {
  it.each<[Json, Json]>([
    [5, '5'],
    ['18446744073709551615', '18446744073709551615'],
    [true, 1],
    [false, 0],
    [{ a: 1 }, { a: '1', b: null }],
    [[{ id: 1 }], [{ id: '1' }]],
  ])('%j and %j mean the same', (asked, decoded) => {
    expect(isSameValue(asked, decoded)).toBe(true);
    expect(isSameValue(decoded, asked)).toBe(true);
  });

  it.each<[Json, Json]>([
    ['1.0000 BTC', '1.00000000 BTC'],
    ['alice', 'alicf'],
    ['', null],
    [0, null],
    [[], {}],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 0 }],
    [{}, ''],
    [{}, 'null'],
  ])('%j and %j differ', (asked, decoded) => {
    expect(isSameValue(asked, decoded)).toBe(false);
    expect(isSameValue(decoded, asked)).toBe(false);
  });

  it('two values that mean the same to an ABI are what JSON brings back unchanged', () => {
    fc.assert(fc.property(json, (value) => isSameValue(value, JSON.parse(JSON.stringify(value)) as Json)));
  });

  it('two values that mean the same to an ABI are not two different texts', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (one, other) => isSameValue({ memo: one }, { memo: other }) === (one === other),
      ),
    );
  });
});
