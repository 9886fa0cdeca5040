import { isWithin, problemOf } from './hours';

const HOURS = { zone: 'Europe/Berlin', within: ['mon-fri 07:00-21:00', 'sat 10:00-24:00'] };
const at = (text: string): number => Date.parse(text);

describe('the hours of a policy', () => {
  it.each([
    // 2030-01-07 is a Monday; Berlin is an hour ahead in winter, two in summer.
    ['2030-01-07T06:00:00Z', true],
    ['2030-01-07T05:59:59Z', false],
    ['2030-01-07T19:59:59Z', true],
    ['2030-01-07T20:00:00Z', false],
    ['2030-07-01T05:00:00Z', true],
    ['2030-07-01T04:59:00Z', false],
    ['2030-01-12T22:59:00Z', true],
    ['2030-01-12T23:00:00Z', false],
    ['2030-01-13T12:00:00Z', false],
  ])('at %s the signer signs without asking: %s', (text, expected) => {
    expect(isWithin(HOURS, [at(text)])).toBe(expected);
  });

  it('every clock must show a time within the hours', () => {
    const [inside, outside] = [at('2030-01-07T12:00:00Z'), at('2030-01-07T22:00:00Z')];
    expect(isWithin(HOURS, [inside, inside])).toBe(true);
    expect(isWithin(HOURS, [outside, inside])).toBe(false);
    expect(isWithin(HOURS, [inside, outside])).toBe(false);
  });

  it('days may go over the end of the week', () => {
    const weekend = { zone: 'UTC', within: ['sat-mon 00:00-24:00'] };
    const days = ['05', '06', '07', '08'].map((day) => isWithin(weekend, [at(`2030-01-${day}T12:00:00Z`)]));
    expect(days).toEqual([true, true, true, false]);
  });

  it('a zone and times that do not exist are problems', () => {
    expect(problemOf(HOURS)).toBeUndefined();
    expect(problemOf({ ...HOURS, zone: 'Berlin/Nowhere' })).toContain('no time zone');
    for (const text of ['mon 21:00-07:00', 'mon 07:00-07:00', 'mon 07:60-08:00', 'mon 24:00-25:00'])
      expect(problemOf({ ...HOURS, within: [text] })).toContain(text);
  });
});
