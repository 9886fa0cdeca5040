import { cellText, fieldsOf } from './abi';

const field = (name: string) => ({ name, type: 'name' });

describe('the fields of a struct of an ABI', () => {
  const abi = {
    structs: [
      { name: 'row', base: 'middle', fields: [field('own')] },
      { name: 'middle', base: 'first', fields: [field('second')] },
      { name: 'first', base: '', fields: [field('first')] },
      { name: 'circle', base: 'other', fields: [field('one')] },
      { name: 'other', base: 'circle', fields: [field('two')] },
    ],
  };
  it.each([
    ['row', ['first', 'second', 'own']],
    ['circle', ['two', 'one']],
    ['unknown', []],
  ])('the struct %s has %j, those of its bases first', (type, names) => {
    expect(fieldsOf(abi, type).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['text', 'text'],
    [{ a: [1] }, '{"a":[1]}'],
    [undefined, ''],
    ['x'.repeat(300), `${'x'.repeat(200)}…`],
  ])('the member %j of a row is shown in one line', (value, text) => {
    expect(cellText(value)).toBe(text);
  });
});
