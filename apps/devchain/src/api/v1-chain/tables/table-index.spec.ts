import { readIndexPosition } from './table-index';

describe('index_position', () => {
  it.each([
    ['', 'primary'],
    ['primary', 'primary'],
    ['first', 'primary'],
    ['one', 'primary'],
    ['0', 'primary'],
    ['1', 'primary'],
    ['2', 0],
    ['two', 0],
    ['secondary', 0],
    ['sec', 0],
    ['tertiary', 1],
    ['third', 1],
    ['three', 1],
    ['fourth', 2],
    ['five', 3],
    ['sixth', 4],
    ['seventh', 5],
    ['eighth', 6],
    ['ninth', 7],
    ['tenth', 8],
    ['10', 8],
    ['zzz', undefined],
    // A negative number wraps, and four bits of it count.
    ['-1', 13],
    ['0002', 0],
    ['18446744073709551616', undefined],
    ['1.50000000000000000', undefined],
    ['', 'primary'],
  ])('index_position %j is the index %j', (position, index) => {
    expect(readIndexPosition(position)).toBe(index);
  });
});
