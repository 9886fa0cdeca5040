import fc from 'fast-check';
import { fillTemplate, fillText, placeholdersOf, readTemplate } from './template';

const name = fc.stringMatching(/^[a-z_]{1,8}$/);
const plain = fc.string().filter((text) => !/[{}]/.test(text));

describe('templates', () => {
  it('templates keep the type of a value that stands alone', () => {
    const values = { id: 7, ids: ['1', '2'], on: true, gone: null };
    const filled = fillTemplate({ id: '{id}', ids: '{ids}', on: '{on}', gone: '{gone}' }, values);
    expect(filled).toEqual(values);
  });

  it('templates write a value out inside a longer text, and leave fixed values alone', () => {
    expect(fillTemplate({ memo: 'lend:{pool}', fixed: 5, list: ['{pool}', 'x'] }, { pool: 6 })).toEqual({
      memo: 'lend:6',
      fixed: 5,
      list: [6, 'x'],
    });
  });

  it('templates name a placeholder without a value, also one that every object has', () => {
    expect(() => fillText('{quantity}', {})).toThrow('no value for {quantity}');
    expect(() => fillText('{constructor}', {})).toThrow('no value for {constructor}');
  });

  it('templates do not fill placeholders inside a value', () => {
    expect(fillText('{a}{b}', { a: '{b}', b: 'x' })).toBe('{b}x');
    expect(fillText('{a}', { a: '$&$1' })).toBe('$&$1');
  });

  it('templates find every placeholder once, at any depth', () => {
    expect(placeholdersOf({ a: '{x} and {y}', b: [{ c: '{x}' }], d: 1, e: null })).toEqual(['x', 'y']);
  });

  it('templates put every value where its placeholder was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, name, plain)), (parts) => {
        const template = parts.map(([before, placeholder]) => `${before}{${placeholder}}`).join('');
        const values = Object.fromEntries(parts.map(([, placeholder, value]) => [placeholder, value]));
        const expected = parts.map(([before, placeholder]) => `${before}${values[placeholder]}`).join('');
        expect(fillText(template, values)).toBe(expected);
        expect(placeholdersOf(template).sort()).toEqual([...new Set(parts.map(([, one]) => one))].sort());
      }),
    );
  });

  it('templates are read back to what they were filled with', () => {
    const value = fc.stringMatching(/^[^:]{0,12}$/);
    fc.assert(
      fc.property(value, value, fc.integer(), (side, quantity, id) => {
        const template = { memo: '{side}:{quantity}', id: '{id}', fixed: [1, 'x{side}'] };
        const values = { side, quantity, id };
        expect(readTemplate(template, fillTemplate(template, values))).toEqual(values);
      }),
    );
  });

  it.each([
    ['another text', '{a}.{b}', 'nodots'],
    ['a dot that is no wildcard', 'a.{b}', 'axb'],
    ['two values for one placeholder', '{a}{a}', 'xy'],
    ['a member too many', { a: '{a}' }, { a: 1, b: 2 }],
    ['a member too few', { a: '{a}', b: 1 }, { a: 1 }],
    ['another member', { a: '{a}' }, { b: 1 }],
    ['another fixed value', { a: 5 }, { a: 6 }],
    ['a list for an object', { a: 1 }, [1]],
    ['a number for a longer text', 'x{a}', 7],
  ])('templates are not read from %s', (_, template, filled) => {
    expect(readTemplate(template, filled)).toBeUndefined();
  });
});
