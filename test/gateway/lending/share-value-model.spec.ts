import fc from 'fast-check';
import { debtOf, disburse } from '../../../apps/devchain/src/contracts/loan/pool/debt';
import { accrue, aprBpsOf, emptyPool, type Pool } from '../../../apps/devchain/src/contracts/loan/pool/pool';
import { DEFAULT_CURVE } from '../../../apps/devchain/src/contracts/loan/pool/rate-curve';
import { lend, redeem } from '../../../apps/devchain/src/contracts/loan/pool/shares';
import { ReferencePool } from '../../../apps/devchain/src/contracts/loan/testing/reference-pool';
import { interestPerDay } from '../../../apps/gateway/src/lending/portfolio/values';
import { debtOf as debtAnswered, poolAt } from '../../../apps/gateway/src/lookups/pools/pool';
import { shareValue } from '../../../apps/gateway/src/lookups/pools/share-value';

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

const START_SEC = 1_700_000_000;
const DAY_SEC = 86_400;
const INTEREST_DIVISOR = 10_000n * 365n * 86_400n;

const amount = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 10n ** 16n }));
const seconds = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 10 ** 8 }));
const step = fc.record({ kind: fc.constantFrom('lend', 'borrow'), amount, seconds });

/** A pool of the contract and one of the reference model with the same history; names are the numbers of the steps. */
class BothPools {
  pool = emptyPool(6, START_SEC);
  readonly reference = new ReferencePool({ base: 100n, kinkAt: 8000n, kink: 600n, max: 2000n }, START_SEC);
  readonly shares = new Map<string, bigint>();
  readonly debtShares = new Map<string, bigint>();

  run(name: string, { kind, amount: units, seconds: waited }: Of<typeof step>): void {
    const second = this.pool.updatedAtSec + waited;
    this.reference.accrueUntil(second);
    this.pool = accrue(this.pool, DEFAULT_CURVE, second);
    if (kind === 'lend') this.#lend(name, units);
    else this.#borrow(name, units < this.pool.available ? units : this.pool.available);
  }

  #lend(name: string, units: bigint): void {
    const { pool, shares } = lend(this.pool, units);
    if (shares === 0n) return;
    this.reference.lend(name, units);
    this.pool = pool;
    this.shares.set(name, shares);
  }

  #borrow(name: string, units: bigint): void {
    if (units === 0n) return;
    const { pool, debtShares } = disburse(this.pool, units);
    this.reference.borrow(name, units);
    this.pool = pool;
    this.debtShares.set(name, debtShares);
  }
}

/** The pool as the gateway reads it from its row. */
const touched = (pool: Pool) => ({
  ...{ poolId: pool.poolId, available: pool.available, shares: undefined },
  outstandingWhenTouched: pool.outstanding,
  interest: {
    ...{ aprBps: BigInt(aprBpsOf(pool, DEFAULT_CURVE)), debtShares: pool.debtShares },
    ...{ remainder: pool.interestRemainder, updatedAtMs: pool.updatedAtSec * 1000 },
  },
});
const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

const histories = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  waited: seconds,
  ms: fc.integer({ min: 0, max: 999 }),
});

function poolsAfter({ steps, waited, ms }: Of<typeof histories>) {
  const both = new BothPools();
  steps.forEach((one, index) => {
    both.run(String(index), one);
  });
  const second = both.pool.updatedAtSec + waited;
  return {
    ...both,
    second,
    answered: (after = 0) => poolAt(touched(both.pool), (second + after) * 1000 + ms),
  };
}

describe('the value of lent shares', () => {
  it('the value of lent shares is what a redemption of all of them pays in a block of that second', () => {
    let counted = 0;
    fc.assert(
      fc.property(histories, (history) => {
        const { pool, reference, shares, second, answered } = poolsAfter(history);
        reference.accrueUntil(second);
        expect(answered().outstanding).toBe(reference.outstanding);
        for (const units of shares.values()) {
          const value = shareValue(answered(), units, pool.shares);
          expect(value).toBe(reference.valueOf(units));
          const { paid, burned } = redeem(accrue(pool, DEFAULT_CURVE, second), units);
          // All of the shares where the pool has the USDT, else as many as it has USDT for.
          expect(value <= pool.available ? paid === value && burned === units : paid <= value).toBe(true);
          if (value <= pool.available && reference.outstanding > 0n) counted += 1;
        }
      }),
      { numRuns: 500 },
    );
    expect(counted).toBeGreaterThan(100);
  });

  it('the value of lent shares is below what the next block pays by at most the interest of a second', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { pool, shares, answered } = poolsAfter(history);
        const [now, next] = [answered(), answered(1)];
        const interest = ceilDivide((now.debts?.bearing ?? 0n) * (now.debts?.aprBps ?? 0n), INTEREST_DIVISOR);
        for (const units of shares.values()) {
          const more = shareValue(next, units, pool.shares) - shareValue(now, units, pool.shares);
          expect(more >= 0n && more <= ceilDivide(units * interest, pool.shares)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the value of lent shares grows in a day without a change of the pool by the interest of a day, to two units', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { pool, shares, answered } = poolsAfter(history);
        const [now, next] = [answered(), answered(DAY_SEC)];
        for (const units of shares.values()) {
          const earned = now.debts && interestPerDay(now.debts.bearing * units, now.debts.aprBps, 'down');
          const grown = shareValue(next, units, pool.shares) - shareValue(now, units, pool.shares);
          // The contract adds whole units to the pool, and the part of each lender is rounded down again.
          expect(grown - (earned ?? 0n) / pool.shares).toBeGreaterThanOrEqual(-1n);
          expect(grown - (earned ?? 0n) / pool.shares).toBeLessThanOrEqual(2n);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the debts of a pool are those of the contract at that second, and add up to what the shares are worth', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { pool, reference, debtShares, second, answered } = poolsAfter(history);
        reference.accrueUntil(second);
        const accrued = accrue(pool, DEFAULT_CURVE, second);
        const debts = [...debtShares].map(([name, units]) => {
          const debt = debtAnswered(answered(), units);
          expect(debt).toBe(reference.debtOf(name));
          expect(debt).toBe(debtOf(accrued, units));
          return debt ?? 0n;
        });
        const rounded = debts.reduce((sum, one) => sum + one, 0n) - answered().outstanding;
        expect(rounded >= 0n && rounded <= BigInt(debts.length)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
