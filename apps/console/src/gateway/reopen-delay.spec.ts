import { reopenDelay } from './reopen-delay';

describe('the pause before a lost stream is opened again', () => {
  it.each([
    [0, 2_500, 5_000],
    [1, 5_000, 10_000],
    [3, 20_000, 40_000],
    [4, 30_000, 60_000],
    [1_000, 30_000, 60_000],
  ])('after %d failures the pause is from %d to %d ms', (failures, least, most) => {
    expect(reopenDelay(failures, 0)).toBe(least);
    expect(reopenDelay(failures, 1)).toBe(most);
  });
});
