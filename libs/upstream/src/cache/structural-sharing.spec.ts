import fc from 'fast-check';
import { shareStructure } from './structural-sharing';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const row = (id: number, amount = '1.0000 ABC') => ({ id, amount, keys: [{ key: 'k', weight: 1 }] });

describe('a value that is read again', () => {
  it('a value that is read again is the earlier object when it says the same', () => {
    const before = { rows: [row(1), row(2)], more: false };
    expect(shareStructure(before, copy(before))).toBe(before);
  });

  it('a value that is read again keeps its list when another member has changed', () => {
    const before = { rows: [row(1)], head: 7 };
    const now = shareStructure(before, { ...copy(before), head: 8 });
    expect(now).toEqual({ rows: [row(1)], head: 8 });
    expect(now.rows).toBe(before.rows);
  });

  it('a value that is read again keeps the rows that are the same, also where they have moved', () => {
    const before = { rows: [row(1), row(2), row(3), row(4)] };
    const { rows } = shareStructure(before, { rows: [row(2), row(3, '0.5000 ABC'), row(4), row(5)] });
    expect(rows).toEqual([row(2), row(3, '0.5000 ABC'), row(4), row(5)]);
    expect(rows.map((one) => before.rows.indexOf(one))).toEqual([1, -1, 3, -1]);
  });

  it.each([
    ['a shorter list', { rows: [row(1), row(2)] }, { rows: [row(1)] }],
    ['a longer list', { rows: [row(1)] }, { rows: [row(1), row(2)] }],
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['rows with members in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    ['one more member', { a: 1 }, { a: 1, b: undefined }],
    ['an integer of another type', { a: 1 }, { a: 1n }],
    ['another kind of value', { a: [] }, { a: {} }],
    ['another class', { a: new Uint8Array([1]) }, { a: new Uint8Array([2]) }],
  ])('a value that is read again is the new one for %s', (_title, before: object, now: object) => {
    const result = shareStructure(before, now);
    expect(result).not.toBe(before);
    expect(result).toStrictEqual(now);
    expect(Object.keys(result)).toEqual(Object.keys(now));
  });

  it('a value that is read again is compared without deep recursion', () => {
    const nested = () => JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as object;
    const now = nested();
    expect(shareStructure({ a: nested() }, { a: now }).a).not.toBe(undefined);
  });

  it('a value that is read again has the same text whatever was read before', () => {
    const rows = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 });
    fc.assert(
      fc.property(rows, rows, fc.nat(6), (one, other, at) => {
        const now = [...copy(one).slice(at), ...other];
        const text = JSON.stringify({ rows: now, more: true });
        const result = shareStructure<unknown>({ rows: copy(one), more: true }, { rows: now, more: true });
        expect(JSON.stringify(result)).toBe(text);
      }),
    );
  });
});
