import { headAgeText } from './head-age';

describe('headAgeText', () => {
  it.each([
    [8_999, '8 s'],
    [119_999, '119 s'],
    [120_000, '2 min'],
    [35 * 60_000, '35 min'],
    [7_199_999, '119 min'],
    [7_200_000, '2 h'],
    [49 * 3_600_000, '49 h'],
  ])('headAgeText rounds %d ms down to %s', (ageMs, text) => {
    expect(headAgeText(1_000, 1_000 + ageMs)).toBe(`the chain's head is ${text} behind this machine's clock`);
  });
});
