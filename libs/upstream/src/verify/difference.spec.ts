import fc from 'fast-check';
import { ABSENT, differenceOf } from './difference';

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
};

describe('differenceOf', () => {
  it('differenceOf finds none between values whose members are in another order', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(differenceOf(value, shuffled(value))).toBeUndefined();
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: '-7' }, { a: -7 }],
    [{ a: 9n }, { a: 9n }],
    [{ a: Buffer.from('abc') }, { a: Buffer.from('abc') }],
  ])('differenceOf finds none in case %#', (one, other) => {
    expect(differenceOf(one, other)).toBeUndefined();
  });

  it.each([
    ['a', { a: 1 }, { a: '01' }],
    ['a', { a: 1 }, { a: '1.0' }],
    ['a', { a: '1.0' }, { a: '1.00' }],
    ['a', { a: 2 ** 53 }, { a: String(2 ** 53) }],
    ['a', { a: null }, {}],
    ['', ABSENT, {}],
    ['rows.1', { rows: [1] }, { rows: [1, 2] }],
    ['rows.0.b', { rows: [{ a: 1, b: 2 }] }, { rows: [{ b: 3, a: 1 }] }],
    ['raw.2', { raw: Buffer.from('abc') }, { raw: Buffer.from('abd') }],
  ])('differenceOf names the member "%s" that differs', (path, one, other) => {
    expect(differenceOf(one, other)).toMatchObject({ path });
    expect(differenceOf(other, one)).toMatchObject({ path });
  });
});
