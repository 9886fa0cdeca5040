import { z } from 'zod';
import { readSettings } from './read-settings';
import { integerRow, rowsOf, settingRow } from './setting-rows';

const SETTINGS = {
  name: settingRow('APP_NAME', z.string().optional(), 'a name', 'app'),
  limits: {
    total: integerRow('MAX_TOTAL', [0, 100], 10, 'requests'),
    // Names of the values that rows have as members.
    inner: { allowed: integerRow('MAX_ALLOWED', [1, 9], 2, 'requests') },
  },
  token: settingRow('TOKEN', z.string().min(4).optional(), 'a token', 'text', true),
};

describe('readSettings', () => {
  it('readSettings returns the values of rows in their groups, with the types of their schemas', () => {
    const { name, limits, token } = readSettings(SETTINGS, { MAX_TOTAL: ' 7 ', APP_NAME: '' });
    const total: number = limits.total;
    const unset: readonly (string | undefined)[] = [name, token];
    expect([total, limits.inner, unset]).toEqual([7, { allowed: 2 }, [undefined, undefined]]);
  });

  it('readSettings names every wrong value in the order of the rows, and prints no secret', () => {
    expect(() => readSettings(SETTINGS, { TOKEN: 'abc', MAX_ALLOWED: '0', MAX_TOTAL: 'many' })).toThrow(
      [
        'MAX_TOTAL: "many" is not requests, 0 to 100; default 10 (for example MAX_TOTAL=10)',
        'MAX_ALLOWED: "0" is not requests, 1 to 9; default 2 (for example MAX_ALLOWED=2)',
        'TOKEN: its value is not a token (for example TOKEN=text)',
      ].join('\n'),
    );
  });

  it('rowsOf lists the rows of all groups by their variables, in their order', () => {
    expect(Object.keys(rowsOf(SETTINGS))).toEqual(['APP_NAME', 'MAX_TOTAL', 'MAX_ALLOWED', 'TOKEN']);
    expect(rowsOf(SETTINGS)['MAX_ALLOWED']).toBe(SETTINGS.limits.inner.allowed);
  });
});
