import { earlierOf, streamEntries } from './stream-entries';

const ENTRY = ['1700000000000-0', ['m', 'text']];

describe('the entries in an answer of Redis', () => {
  it('an entry has its id and the text of the field', () => {
    expect(streamEntries([ENTRY, ['1700000000000-1', ['m', '']]], 'm')).toEqual([
      { id: '1700000000000-0', text: 'text' },
      { id: '1700000000000-1', text: '' },
    ]);
  });

  it.each([[['other', 'text']], [[]], [null], ['m'], [['m', 7]], [['m', ['text']]]])(
    'an entry with the fields %j has an empty text',
    (fields) => {
      expect(streamEntries([['1-1', fields]], 'm')).toEqual([{ id: '1-1', text: '' }]);
    },
  );

  it.each([
    ['9-0', '10-0', '9-0'],
    ['10-9', '10-10', '10-9'],
    ['18446744073709551615-18446744073709551615', '0-0', '0-0'],
    ['1-1', '1-1', '1-1'],
  ])('the earlier id of %s and %s is %s', (one, other, earlier) => {
    expect([earlierOf(one, other), earlierOf(other, one)]).toEqual([earlier, earlier]);
  });

  it.each([
    [undefined],
    ['OK'],
    [7],
    [[null]],
    [['1-1']],
    [[['', ['m', 'text']]]],
    [[['$', ['m', 'text']]]],
    [[[1, ['m', 'text']]]],
    [[[`1-${'1'.repeat(21)}`, ['m', 'text']]]],
  ])('the answer %j is refused', (answer) => {
    expect(() => streamEntries(answer, 'm')).toThrow(
      /^(the answer is no list of entries|an entry has no id)$/,
    );
  });
});
