import { chainTimeMs } from './parse-answer';

describe('chainTimeMs', () => {
  it.each([
    ['2026-11-21T12:00:00.500', 1_795_262_400_500],
    ['2026-11-21T12:00:00Z', 1_795_262_400_000],
  ])('chainTimeMs reads %s', (text, milliseconds) => {
    expect(chainTimeMs.parse(text)).toBe(milliseconds);
  });

  it.each(['2026-13-45T00:00:00', '2026-11-21T25:00:00', '2026-11-21T12:00:60', '2026-11-21'])(
    'chainTimeMs refuses %s, which is no time',
    (text) => {
      expect(chainTimeMs.safeParse(text).success).toBe(false);
    },
  );
});
