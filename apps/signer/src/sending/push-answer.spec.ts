import { statedOutcome } from './push-answer';

describe('the answer to a push', () => {
  it.each(['speculative', 'in_block', 'irreversible'] as const)('the finality %s is kept', (finality) => {
    expect(statedOutcome({ block_num: 2, finality })).toEqual({ block_num: 2, finality });
  });

  it.each<[string, unknown, unknown]>([
    ['texts', '2', 'done'],
    ['a long text', 'x'.repeat(1_000_000), 'in_block '],
    ['a fraction', 2.5, 1],
    ['a number that no block has', 2 ** 32, true],
    ['a negative number', -1, ''],
    ['lists', [2], ['in_block']],
    ['objects', { toString: 2 }, {}],
    ['no members', undefined, undefined],
  ])('%s in place of block and finality are null', (_, block_num, finality) => {
    expect(statedOutcome({ block_num, finality } as never)).toEqual({ block_num: null, finality: null });
  });
});
