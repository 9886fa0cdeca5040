import { blockRate, type HeadSeen, withHead } from './block-rate';

const seenAt = (...heads: [seconds: number, number: number][]): readonly HeadSeen[] =>
  heads.reduce<readonly HeadSeen[]>(
    (seen, [seconds, number]) => withHead(seen, { number, atMs: seconds * 1_000 }),
    [],
  );

describe('the block rate', () => {
  it('two heads that are 12 blocks and 6 s apart are 2 blocks a second', () => {
    expect(blockRate(seenAt([0, 100], [6, 112]))).toBe('2.00');
  });

  it('a chain that stands still has the rate 0.00', () => {
    expect(blockRate(seenAt([0, 100], [6, 100], [12, 100]))).toBe('0.00');
  });

  it('the block rate counts no looks of more than a minute ago', () => {
    expect(blockRate(seenAt([0, 100], [100, 200], [130, 260], [160, 320]))).toBe('2.00');
  });

  it.each([
    ['there is no look', []],
    ['there is one look', [[0, 100]]],
    [
      'the looks are less than 5 s apart',
      [
        [0, 100],
        [4.9, 110],
      ],
    ],
    [
      'the head went back',
      [
        [0, 100],
        [6, 112],
        [12, 90],
      ],
    ],
  ] satisfies [string, [number, number][]][])('there is no rate while %s', (_when, heads) => {
    expect(blockRate(seenAt(...heads))).toBeUndefined();
  });
});
