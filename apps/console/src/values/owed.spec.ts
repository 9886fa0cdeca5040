import { owedUsdt } from './owed';

describe('owedUsdt', () => {
  const outstanding_usdt = '1000.00000000';

  it.each([
    ['with the interest of now', '1000.02385223', '1000.02385223'],
    ['as it was last written, where the chain does not say the interest', null, outstanding_usdt],
  ])('owedUsdt is the debt %s', (_, payoff_usdt, owed) => {
    expect(owedUsdt({ payoff_usdt, outstanding_usdt })).toBe(owed);
  });
});
