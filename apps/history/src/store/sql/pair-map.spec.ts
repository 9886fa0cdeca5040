import { PairMap } from './pair-map';

describe('PairMap', () => {
  it('pairs whose numbers have more than 26 bits stay apart', () => {
    const map = new PairMap<string>();
    map.set(1, 2 ** 26 + 5, 'one');
    map.set(2, 5, 'other');
    map.set(2 ** 31 - 1, 2 ** 31 - 1, 'largest');
    expect([map.get(1, 2 ** 26 + 5), map.get(2, 5), map.get(1, 5)]).toEqual(['one', 'other', undefined]);
    expect([...map.entries()]).toHaveLength(3);
    expect(map.get(2 ** 31 - 1, 2 ** 31 - 1)).toBe('largest');
  });
});
