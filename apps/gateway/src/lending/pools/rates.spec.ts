import fc from 'fast-check';
import {
  borrowAprBps,
  type PoolAccounting,
  type RateCurve,
  sharePrice,
  supplyAprBps,
  utilizationBps,
} from './rates';

const curve = { baseAprBps: 100n, kinkUtilizationBps: 8000n, kinkAprBps: 600n, maxAprBps: 2000n };
const DECIMALS = { price: 8, quote: 8, share: 8 };
const units = fc.bigInt({ min: 0n, max: 1n << 61n });
const pools = fc.record({ available: units, outstanding: units });
const curves = fc
  .tuple(...[1, 2, 3].map(() => fc.bigInt({ min: 0n, max: 2000n })), fc.bigInt({ min: 0n, max: 10_000n }))
  .map((numbers) => {
    const kinkUtilizationBps = numbers.pop() ?? 0n;
    const [baseAprBps = 0n, kinkAprBps = 0n, maxAprBps = 0n] = numbers.sort((a, b) => Number(a - b));
    return { baseAprBps, kinkAprBps, maxAprBps, kinkUtilizationBps };
  });
/** Rate of lenders in a pool whose debt bears interest at the rate of the curve. */
const supply = (by: RateCurve, pool: PoolAccounting): bigint =>
  supplyAprBps({ aprBps: borrowAprBps(by, pool), bearing: pool.outstanding }, pool);
const lent = (outstanding: bigint, available: bigint): PoolAccounting => ({ available, outstanding });

describe('the rates of a pool', () => {
  it.each([
    // outstanding, available, utilization, borrow, supply
    [0n, 0n, 0n, 100n, 0n],
    [0n, 1000n, 0n, 100n, 0n],
    [1n, 999_999n, 0n, 101n, 0n],
    [40n, 60n, 4000n, 350n, 140n],
    [80n, 20n, 8000n, 600n, 480n],
    [800_001n, 199_999n, 8000n, 601n, 480n],
    [90n, 10n, 9000n, 1300n, 1170n],
    [100n, 0n, 10_000n, 2000n, 2000n],
  ])(
    'the rates of a pool with %s lent out and %s available are those of the curve',
    (outstanding, available, utilization, borrow, earned) => {
      const pool = lent(outstanding, available);
      expect([utilizationBps(pool), borrowAprBps(curve, pool), supply(curve, pool)]).toEqual([
        utilization,
        borrow,
        earned,
      ]);
    },
  );

  it('the rates of a pool stay on the curve, whatever its kink', () => {
    fc.assert(
      fc.property(curves, pools, (anyCurve, pool) => {
        const borrow = borrowAprBps(anyCurve, pool);
        expect(borrow >= anyCurve.baseAprBps && borrow <= anyCurve.maxAprBps).toBe(true);
        expect(supply(anyCurve, pool) <= borrow).toBe(true);
        expect(utilizationBps(pool) <= 10_000n).toBe(true);
      }),
    );
  });

  it('the rates of a pool rise when more of the pool is borrowed, and never fall', () => {
    fc.assert(
      fc.property(curves, pools, units, (anyCurve, pool, asked) => {
        const amount = asked < pool.available ? asked : pool.available;
        const after = lent(pool.outstanding + amount, pool.available - amount);
        expect(borrowAprBps(anyCurve, after) >= borrowAprBps(anyCurve, pool)).toBe(true);
        expect(utilizationBps(after) >= utilizationBps(pool)).toBe(true);
      }),
    );
  });

  it('the rates of a pool promise lenders no more than borrowers pay', () => {
    fc.assert(
      fc.property(curves, pools, (anyCurve, pool) => {
        const paid = borrowAprBps(anyCurve, pool) * pool.outstanding;
        const earned = supply(anyCurve, pool) * (pool.available + pool.outstanding);
        expect(earned <= paid).toBe(true);
      }),
    );
  });
});

describe('the price of a share', () => {
  it.each([
    [lent(0n, 0n), 0n, 100_000_000n],
    [lent(50n, 50n), 100n, 100_000_000n],
    [lent(60n, 50n), 100n, 110_000_000n],
    [lent(0n, 200n), 300n, 66_666_666n],
    [lent(0n, 0n), 100n, 0n],
  ])('the price of a share of %j with %s shares is the deposit per share', (pool, shares, price) => {
    expect(sharePrice(pool, shares, DECIMALS)).toBe(price);
  });

  it('the price of a share counts in whole tokens, whatever the decimals of each', () => {
    expect(sharePrice(lent(0n, 2_500_000n), 10_000n, { price: 8, quote: 6, share: 4 })).toBe(250_000_000n);
  });

  it('the price of all shares is never more than the pool has, and less by below a unit per share', () => {
    fc.assert(
      fc.property(pools, fc.bigInt({ min: 1n, max: 1n << 61n }), (pool, shares) => {
        const assets = (pool.available + pool.outstanding) * 100_000_000n;
        const priced = sharePrice(pool, shares, DECIMALS) * shares;
        expect(priced <= assets && assets - priced < shares).toBe(true);
      }),
    );
  });
});
