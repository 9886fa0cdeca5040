import fc from 'fast-check';
import { ReferencePool } from '../testing/reference-pool';
import { closeDebt, debtOf, disburse, repay } from './debt';
import {
  accrue,
  MAX_POOL_DEPOSITS,
  aprBpsAfterDisbursing,
  aprBpsOf,
  assetsOf,
  emptyPool,
  type Pool,
} from './pool';
import { DEFAULT_CURVE } from './rate-curve';
import { isWipedOut, lend, redeem, valueOfShares } from './shares';

const NAMES = ['ann', 'ben', 'cid', 'dot'] as const;
const START = 1_700_000_000;
const USDT = 10n ** 8n;

const amount = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 10n ** 15n }));
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('lend', 'redeem', 'borrow', 'repay', 'writeOff'),
    name: fc.constantFrom(...NAMES),
    amount,
  }),
  fc.record({
    kind: fc.constant('wait'),
    name: fc.constant('ann'),
    amount: fc.bigInt({ min: 0n, max: 4_000_000n }),
  }),
);

/** The pool under test with the shares and debts of everyone, beside the plain one. */
class Bench {
  pool = emptyPool(6, START);
  second = START;
  readonly shares = new Map<string, bigint>();
  readonly debts = new Map<string, bigint>();
  readonly plain = new ReferencePool({ base: 100n, kinkAt: 8000n, kink: 600n, max: 2000n }, START);

  run({ kind, name, amount: units }: { kind: string; name: string; amount: bigint }): void {
    const before = this.pool;
    if (kind === 'wait') this.#wait(units);
    if (kind === 'lend') this.#lend(name, units);
    if (kind === 'redeem') this.#redeem(name, units);
    if (kind === 'borrow') this.#borrow(name, units);
    if (kind === 'repay') this.#repay(name, units);
    if (kind === 'writeOff') this.#writeOff(name, units);
    this.#check(before, kind);
  }

  #wait(seconds: bigint): void {
    this.second += Number(seconds);
    this.pool = accrue(this.pool, DEFAULT_CURVE, this.second);
    this.plain.accrueUntil(this.second);
  }

  #lend(name: string, units: bigint): void {
    if (isWipedOut(this.pool)) return;
    const { pool, shares, taken } = lend(this.pool, units);
    const plain = this.plain.lend(name, units);
    expect([shares, units - taken]).toEqual([plain.shares, plain.back]);
    this.#expectFairPrice(taken, shares);
    this.pool = pool;
    this.shares.set(name, (this.shares.get(name) ?? 0n) + shares);
  }

  #redeem(name: string, wanted: bigint): void {
    const owned = this.shares.get(name) ?? 0n;
    const shares = wanted > owned ? owned : wanted;
    if (shares === 0n || valueOfShares(this.pool, shares) === 0n) return;
    expect(valueOfShares(this.pool, shares)).toBe(this.plain.valueOf(shares));
    const { pool, paid, burned } = redeem(this.pool, shares);
    expect({ paid, burned }).toEqual(this.plain.redeem(name, shares));
    expect(burned).toBeLessThanOrEqual(shares);
    this.#expectFairPrice(paid, burned);
    this.pool = pool;
    this.shares.set(name, owned - burned);
  }

  #borrow(name: string, units: bigint): void {
    if (this.debts.has(name)) return;
    const apr = aprBpsAfterDisbursing(this.pool, DEFAULT_CURVE, units);
    expect(apr).toBe(
      units > this.plain.available ? undefined : Number(this.plain.rate(this.plain.outstanding + units)),
    );
    if (apr === undefined) return;
    const { pool, debtShares } = disburse(this.pool, units);
    this.plain.borrow(name, units);
    expect(aprBpsOf(pool, DEFAULT_CURVE)).toBe(apr);
    this.pool = pool;
    this.debts.set(name, debtShares);
  }

  #repay(name: string, units: bigint): void {
    const debt = this.debts.get(name);
    if (debt === undefined) return;
    const { pool, taken, debtShares } = repay(this.pool, debt, units);
    expect(units - taken).toBe(this.plain.repay(name, units));
    this.pool = pool;
    if (debtShares === 0n) this.debts.delete(name);
    else this.debts.set(name, debtShares);
  }

  #writeOff(name: string, units: bigint): void {
    const debt = this.debts.get(name);
    if (debt === undefined) return;
    const owed = debtOf(this.pool, debt);
    const payment = units < owed ? units : owed;
    const { pool, loss } = closeDebt(this.pool, debt, payment);
    expect(loss).toBe(this.plain.close(name, payment));
    this.pool = pool;
    this.debts.delete(name);
  }

  /** Money and shares that change hands are worth the same, to less than a unit of USDT. */
  #expectFairPrice(money: bigint, shares: bigint): void {
    const { pool } = this;
    if (pool.shares === 0n) return;
    const [paid, worth] = [money * pool.shares, shares * assetsOf(pool)];
    expect(paid > worth - pool.shares && paid < worth + pool.shares).toBe(true);
  }

  #check(before: Pool, kind: string): void {
    const { pool, plain } = this;
    expect(pool).toEqual({
      poolId: 6,
      available: plain.available,
      outstanding: plain.outstanding,
      deposit: plain.deposited,
      interestAccrued: plain.interest,
      redemptionProceeds: plain.redeemed,
      loss: plain.lost,
      shares: plain.shares,
      debtShares: plain.debtShares,
      interestRemainder: plain.interestRemainder,
      updatedAtSec: this.second,
    });
    expect(assetsOf(pool)).toBe(pool.deposit + pool.interestAccrued - pool.redemptionProceeds - pool.loss);
    expect(pool.available).toBeGreaterThanOrEqual(0n);
    expect(pool.outstanding === 0n).toBe(pool.debtShares === 0n);
    for (const [name, debt] of this.debts) expect(debtOf(pool, debt)).toBe(plain.debtOf(name));
    // Debts together cover what the pool counts on; claims together are covered by what it has.
    expect(
      [...this.debts.values()].reduce((sum, debt) => sum + debtOf(pool, debt), 0n),
    ).toBeGreaterThanOrEqual(pool.outstanding);
    expect(
      [...this.shares.values()].reduce((sum, shares) => sum + valueOfShares(pool, shares), 0n),
    ).toBeLessThanOrEqual(assetsOf(pool));
    // The share price only grows, but for a loss.
    if (before.shares > 0n && pool.shares > 0n && kind !== 'writeOff') {
      expect(assetsOf(pool) * before.shares).toBeGreaterThanOrEqual(assetsOf(before) * pool.shares);
    }
  }
}

describe('pool accounting', () => {
  it('a pool agrees with the plain rules to the last unit, over long random sequences', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 100 }), (steps) => {
        const bench = new Bench();
        for (const one of steps) bench.run(one);
      }),
      { numRuns: 60 },
    );
  });

  it('a pool charges a year at the full rate exactly, however often it is touched within a second', () => {
    const lent = lend(emptyPool(0, START), 1000n * USDT).pool;
    const { pool } = disburse(lent, 1000n * USDT);
    expect(accrue(pool, DEFAULT_CURVE, START + 365 * 24 * 3600).outstanding).toBe(1200n * USDT);
    expect(accrue(pool, DEFAULT_CURVE, START)).toBe(pool);
  });

  it('a pool loses no part of a unit between touches', () => {
    const lent = lend(emptyPool(0, START), 100n).pool;
    const { pool } = disburse(lent, 100n);
    let touched = pool;
    // 100 units at 20 % are 20 units a year: one in 1576800 seconds, which no touch is near to.
    for (let second = 1; second <= 1800; second++)
      touched = accrue(touched, DEFAULT_CURVE, START + second * 1000);
    expect(touched.outstanding).toBe(101n);
  });

  it('a pool carries fractions of a unit over to later loans', () => {
    const lent = lend(emptyPool(0, START), 100n).pool;
    const { pool, debtShares } = disburse(lent, 100n);
    const later = accrue(pool, DEFAULT_CURVE, START + 1_000_000);
    const closed = repay(later, debtShares, 100n).pool;
    expect(closed).toMatchObject({ outstanding: 0n, debtShares: 0n });
    const again = disburse(accrue(closed, DEFAULT_CURVE, START + 2_000_000), 100n).pool;
    // 20 units a year: one in 1576800 seconds, of two loans together.
    expect(accrue(again, DEFAULT_CURVE, START + 2_576_799).outstanding).toBe(100n);
    expect(accrue(again, DEFAULT_CURVE, START + 2_576_800).outstanding).toBe(101n);
  });

  it('a pool charges no interest beyond the capacity', () => {
    const lent = lend(emptyPool(0, START), MAX_POOL_DEPOSITS - 5n).pool;
    const { pool } = disburse(lent, 10n ** 15n);
    const later = accrue(pool, DEFAULT_CURVE, START + 10 ** 9);
    expect(later).toMatchObject({ outstanding: 10n ** 15n + 5n, interestAccrued: 5n });
    expect(accrue(later, DEFAULT_CURVE, START + 2 * 10 ** 9).outstanding).toBe(10n ** 15n + 5n);
  });

  it('a pool lets the first borrower owe exactly the lent amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 10 ** 8 }),
        (first, second, seconds) => {
          const lent = lend(emptyPool(0, START), first + second).pool;
          const one = disburse(lent, first);
          const later = accrue(one.pool, DEFAULT_CURVE, START + seconds);
          const two = disburse(later, second);
          expect(debtOf(one.pool, one.debtShares)).toBe(first);
          expect(debtOf(two.pool, two.debtShares)).toBe(second);
        },
      ),
    );
  });
});
