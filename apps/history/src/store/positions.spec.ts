import { blockOfDelta, deltaSequence } from './positions';

describe('deltaSequence', () => {
  it('the last row of a block has a sequence below the first one of the next block', () => {
    expect(deltaSequence(1, 2 ** 24 - 1)).toBe(deltaSequence(2, 0) - 1n);
    expect(blockOfDelta(deltaSequence(2 ** 32 - 1, 2 ** 24 - 1))).toBe(2 ** 32 - 1);
  });

  it('a row beyond the numbers of its block is refused', () => {
    expect(() => deltaSequence(7, 2 ** 24)).toThrow('block 7 has more than 16777216 changed rows');
  });
});
