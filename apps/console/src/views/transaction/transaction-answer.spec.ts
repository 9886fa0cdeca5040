import { isFinalHistory } from './transaction-answer';

describe('the end of polling for the history of a transaction', () => {
  const actions = [] as const;
  it.each([
    ['a network without a history node', 'no history', true],
    ['an unknown transaction', { lib: 10, actions }, false],
    ['a transaction above the last irreversible block', { lib: 10, block_num: 11, actions }, false],
    ['a transaction in the last irreversible block', { lib: 10, block_num: 10, actions }, true],
  ] as const)('%s', (_what, history, expected) => {
    expect(isFinalHistory(history)).toBe(expected);
  });
});
