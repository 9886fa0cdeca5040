import { percent } from './percent';

describe('a rate in a sentence', () => {
  it.each([
    [0n, '0.00 %'],
    [7n, '0.07 %'],
    [100n, '1.00 %'],
    [2_000n, '20.00 %'],
    [123_456n, '1234.56 %'],
  ])('%d hundredths of a percent are written as "%s"', (bps, text) => {
    expect(percent(bps)).toBe(text);
  });
});
