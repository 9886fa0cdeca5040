import { boundOf, boundsOf } from './bounds';
import { orderOf, pageOf, trackOf } from './page';

describe('limit and skip', () => {
  const LIMITS = { unset: 10, max: 1000 };

  it('a limit that is not given is the default of the route', () => {
    expect(pageOf({}, LIMITS)).toEqual({ skip: 0, limit: 10 });
  });

  it('a limit above the maximum is lowered', () => {
    expect(pageOf({ limit: 5000 }, LIMITS).limit).toBe(1000);
  });

  it('a limit above the maximum is refused where the route refuses it', () => {
    expect(() => pageOf({ limit: 1001 }, { ...LIMITS, refuses: true })).toThrow(
      'limit too big, maximum: 1000',
    );
  });

  it('skip is taken up to 10000', () => {
    expect(pageOf({ skip: 10_000 }, LIMITS).skip).toBe(10_000);
    expect(() => pageOf({ skip: 10_001 }, LIMITS)).toThrow('skip is above maximum internal limit: 10000');
  });
});

describe('sort', () => {
  it.each([
    [undefined, 'desc'],
    ['desc', 'desc'],
    ['-1', 'desc'],
    [-1, 'desc'],
    ['asc', 'asc'],
    ['1', 'asc'],
    ['ASC', 'asc'],
  ])('sort=%s is %s', (sort, expected) => {
    expect(orderOf(sort)).toBe(expected);
  });

  it('sort refuses another word', () => {
    expect(() => orderOf('up')).toThrow('invalid sort direction');
  });
});

describe('track', () => {
  it.each([
    [undefined, 10_000],
    ['true', Infinity],
    [true, Infinity],
    ['false', 0],
    ['25', 25],
  ])('track=%s counts up to %s', (track, expected) => {
    expect(trackOf(track)).toBe(expected);
  });

  it.each(['much', '-1', '1e3'])('track=%s is refused', (track) => {
    expect(() => trackOf(track)).toThrow('failed to parse track param');
  });
});

describe('after and before', () => {
  it.each([
    ['2030-01-31', Date.UTC(2030, 0, 31)],
    ['2030-01-31T12:00', Date.UTC(2030, 0, 31, 12)],
    ['2030-01-31T12:00:00', Date.UTC(2030, 0, 31, 12)],
    ['2030-01-31 12:00:00', Date.UTC(2030, 0, 31, 12)],
    ['2030-01-31T12:00:00.500', Date.UTC(2030, 0, 31, 12, 0, 0, 500)],
    ['2030-01-31T12:00:00.500Z', Date.UTC(2030, 0, 31, 12, 0, 0, 500)],
    ['2030-01-31T12:00:00+02:00', Date.UTC(2030, 0, 31, 10)],
  ])('after=%s is a time in UTC', (text, timeMs) => {
    expect(boundOf('after', text)).toEqual({ timeMs });
  });

  it('digits in after and before are a block number', () => {
    expect(boundsOf({ after: '5', before: 9 })).toEqual({ after: { block: 5 }, before: { block: 9 } });
  });

  it.each(['yesterday', '2030-13-01', '2030-02-30', '2030-01-31T', '12:00'])(
    'before=%s is refused by name',
    (text) => {
      expect(() => boundOf('before', text)).toThrow(/^before: /);
    },
  );
});
