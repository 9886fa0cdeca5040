import { nameList } from './name-list';

describe('nameList', () => {
  it.each([
    [[], 'none'],
    [['a'], 'a'],
    [['a', 'b'], 'a, b'],
    [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
  ])('nameList writes %j as "%s"', (names, text) => {
    expect(nameList(names, 2)).toBe(text);
  });
});
