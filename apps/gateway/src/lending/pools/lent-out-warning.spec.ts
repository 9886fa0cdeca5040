import type { Token } from '@app/networks';
import { lentOutWarnings } from './lent-out-warning';

const USDT: Token = { apiSymbol: 'USDT', contract: 'usdt.token', symbol: 'USDT', precision: 8 };
const UNIT = 100_000_000n;

describe('lentOutWarnings', () => {
  it.each([
    [0n, 95n * UNIT, 5n * UNIT],
    [4n * UNIT, 95n * UNIT, UNIT],
    [0n, 0n, 1n],
  ])(
    'lentOutWarnings are none with %s available, %s lent and a deposit of %s',
    (available, outstanding, deposit) => {
      expect(lentOutWarnings({ poolId: 5, available, outstanding }, deposit, USDT)).toEqual([]);
    },
  );

  it('lentOutWarnings count what the dry run pays to redemptions that wait, and name it', () => {
    const pool = { poolId: 5, available: 0n, outstanding: 95n * UNIT };
    expect(lentOutWarnings(pool, 20n * UNIT, USDT)).toEqual([]);
    expect(lentOutWarnings(pool, 20n * UNIT, USDT, 15n * UNIT)).toEqual([]);
    const [warning] = lentOutWarnings(pool, 20n * UNIT, USDT, 20n * UNIT);
    expect(warning!.message).toBe(
      'pool 5 is lent out: with this deposit it has 0.00000000 USDT left of 95.00000000 USDT, after 20.00000000 USDT ' +
        'are paid to redemptions that wait; shares can be redeemed only as borrowers repay or others lend',
    );
    // The rate of the shares rounds: not a unit below nothing.
    expect(lentOutWarnings(pool, UNIT, USDT, UNIT + 1n)[0]!.message).toContain('it has 0.00000000 USDT left');
  });

  it('lentOutWarnings name what is left of a pool of which less than 5 % are', () => {
    const pool = { poolId: 5, available: 0n, outstanding: 95n * UNIT };
    const [warning] = lentOutWarnings(pool, 5n * UNIT - 1n, USDT);
    expect(warning).toMatchObject({ code: 'pool_lent_out' });
    expect(warning!.message).toMatch(
      /^pool 5 is lent out: with this deposit it has 4\.99999999 USDT left of 99\.99999999 USDT, /,
    );
  });
});
