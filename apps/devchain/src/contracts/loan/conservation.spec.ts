import fc from 'fast-check';
import { amountOf, CBTC } from '../bridge/tokens';
import { depositAddress } from '../bridge/deposit-address';
import { REGTEST } from '../bridge/bitcoin-address';
import { borrowvar, cancelloan, cancelredeem, processqueue, withdraw } from './signatures';
import { liquidation, loan, loanqueue, poolstats, redeemqueue, backstop } from './tables';
import { LendingChain } from './testing/lending-chain';
import { PlainLending } from './testing/plain-lending';
import { SHARES, USDT } from './tokens';

const PEOPLE = ['ann', 'ben', 'cid', 'dot'] as const;
const POOLS = [5, 6] as const;
const ONE = 10n ** 8n;
const MONEY = 1_000_000n * ONE;
const OUT = depositAddress('nowhere', 'nobody', REGTEST);

type Person = (typeof PEOPLE)[number];
const vaultOf = (person: Person): string => `${person}vaul.loan`;

const person = fc.constantFrom(...PEOPLE);
const poolId = fc.constantFrom(...POOLS);
/** Sums that people would choose, and some that nobody would. */
const dollars = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 50n, max: 40_000n }).map((whole) => whole * ONE) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 300_000n * ONE }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 3n }) },
);
const price = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 40_000n, max: 80_000n }).map((whole) => whole * ONE + 7n) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 200_000n * ONE }) },
);
const seconds = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(3600, 24 * 3600, 73 * 3600, 100 * 24 * 3600) },
);

type Step =
  | { kind: 'lend' | 'redeem'; person: Person; poolId: number; amount: bigint }
  | { kind: 'borrow'; person: Person; poolId: number; amount: bigint; cap: number }
  | { kind: 'repay' | 'withdraw' | 'fund'; person: Person; amount: bigint }
  | { kind: 'cancelRedemption'; person: Person; id: number }
  | { kind: 'cancelRequest'; person: Person }
  | { kind: 'setPrice'; price: bigint }
  | { kind: 'wait'; seconds: number }
  | { kind: 'ordeal'; price: bigint }
  | { kind: 'process' };

const kind = <K extends string>(name: K) => fc.constant(name);
const collateral = fc.bigInt({ min: 1n, max: 2n * ONE });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('lend'), person, poolId, amount: dollars }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('redeem'), person, poolId, amount: dollars }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('borrow'),
      person,
      poolId,
      amount: dollars,
      cap: fc.integer({ min: 1, max: 2200 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('repay'), person, amount: dollars }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('withdraw'), person, amount: collateral }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('fund'), person, amount: collateral }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('cancelRedemption'), person, id: fc.integer({ min: 0, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancelRequest'), person }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('setPrice'), price }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('wait'), seconds }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('process') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('ordeal'), price }) },
);

/** A price that stays for longer than the 72 hours, and all that follows from it. */
const ordeal = (low: bigint): Step[] => [
  { kind: 'setPrice', price: low },
  { kind: 'process' },
  { kind: 'wait', seconds: 73 * 3600 },
  { kind: 'setPrice', price: low },
  { kind: 'process' },
  { kind: 'process' },
];

/** Everybody has something to lose, and both pools something to lend. */
const BEGINNING: Step[] = [
  ...PEOPLE.map((name): Step => ({ kind: 'fund', person: name, amount: ONE })),
  ...POOLS.map((pool): Step => ({ kind: 'lend', person: 'ann', poolId: pool, amount: 40_000n * ONE })),
];

/** What the sequences came by: a test that never sees a liquidation proves nothing about one. */
const seen = new Map<string, number>();
const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);

/** The chain and the plain rules, side by side. */
class Pair {
  readonly chain = new LendingChain(PEOPLE);
  readonly plain: PlainLending;

  constructor() {
    const { chain } = this;
    PEOPLE.forEach((name) => {
      chain.endow(name, MONEY);
      chain.openVault(name, vaultOf(name));
    });
    // Pool 6 begins empty: the deposits of genesis go back.
    for (const name of ['alice', 'bob', 'carol']) {
      chain.send(name, 'loan', SHARES[6]!, 100_000n * ONE, 'redeem:6');
    }
    this.plain = new PlainLending(chain.nextMs);
    PEOPLE.forEach((name) => this.plain.usdt.set(name, MONEY));
    this.plain.startWith({ poolId: 6, deposit: 300_000n * ONE, redemptions: 3 });
    this.plain.backstop = chain.rows('loan', 'loan', backstop)[0]!.balance.units;
    this.run({ kind: 'setPrice', price: 60_000n * ONE });
    BEGINNING.forEach((step) => {
      this.run(step);
    });
  }

  run(step: Step): void {
    if (step.kind === 'ordeal') {
      ordeal(step.price).forEach((one) => {
        this.run(one);
      });
      return;
    }
    this.plain.nowMs = this.chain.nextMs;
    const undo = this.plain.charged();
    const expected = this.runPlain(step);
    if (expected !== undefined || step.kind === 'withdraw') undo();
    this.chain.isWatched = expected !== undefined;
    const refusal = this.chain.refusalOf(() => {
      this.runOnChain(step);
    });
    expect(refusal?.replace('no balance object found', 'overdrawn balance')).toBe(expected);
    count(refusal === undefined ? step.kind : refusal);
  }

  private runPlain(step: Step): string | undefined {
    const { plain } = this;
    if (step.kind === 'lend') return plain.lend(step.person, step.poolId, step.amount);
    if (step.kind === 'redeem') return plain.redeem(step.person, step.poolId, step.amount);
    if (step.kind === 'borrow') return plain.borrow(step.person, step.poolId, step.amount, step.cap);
    if (step.kind === 'repay') return plain.repay(step.person, step.amount);
    if (step.kind === 'withdraw') return plain.withdraw(step.person, step.amount);
    if (step.kind === 'cancelRedemption') return plain.cancelRedemption(step.person, step.id);
    if (step.kind === 'cancelRequest') return plain.cancelRequest(step.person);
    if (step.kind === 'fund') plain.fund(step.person, step.amount);
    if (step.kind === 'setPrice') plain.setPrice(step.price);
    if (step.kind === 'process') plain.process();
    return undefined;
  }

  private runOnChain(step: Step): void {
    const { chain } = this;
    if (step.kind === 'lend')
      chain.send(step.person, 'loan', USDT, step.amount, `lend:${String(step.poolId)}`);
    if (step.kind === 'redeem') {
      chain.send(step.person, 'loan', SHARES[step.poolId]!, step.amount, `redeem:${String(step.poolId)}`);
    }
    if (step.kind === 'borrow') {
      const { person: account, poolId: pool_id, cap: max_apr_bps } = step;
      chain.push(account, 'loan', borrowvar, {
        account,
        amount: amountOf(USDT, step.amount),
        pool_id,
        max_apr_bps,
      });
    }
    if (step.kind === 'repay') chain.send(step.person, 'loan', USDT, step.amount, 'repay');
    if (step.kind === 'withdraw') {
      const quantity = amountOf(CBTC, step.amount);
      chain.push(step.person, 'loan', withdraw, { account: step.person, quantity, btc_address: OUT });
    }
    if (step.kind === 'fund') chain.payBitcoin('vaults', vaultOf(step.person), step.amount);
    if (step.kind === 'cancelRedemption') {
      chain.push(step.person, 'loan', cancelredeem, { account: step.person, id: BigInt(step.id) });
    }
    if (step.kind === 'cancelRequest') chain.push(step.person, 'loan', cancelloan, { account: step.person });
    if (step.kind === 'setPrice') chain.setPrice(step.price);
    if (step.kind === 'wait') chain.wait(step.seconds);
    if (step.kind === 'process') chain.push('ann', 'loan', processqueue, {});
  }

  expectSame(): void {
    this.expectSamePools();
    this.expectSameRows();
    this.expectSameBalances();
  }

  private expectSamePools(): void {
    const rows = this.chain.rows('loan', 'loan', poolstats).map((row) => ({
      available: row.available.units,
      outstanding: row.outstanding_amount.units,
      deposit: row.deposit.units,
      interest: row.interest_accrued.units,
      redeemed: row.redemption_proceeds.units,
      lost: row.loss.units,
      shares: row.shares.units,
      apr: BigInt(row.borrow_apr_bps),
    }));
    expect(rows).toEqual(
      this.plain.pools.map((pool) => ({
        available: pool.available,
        outstanding: pool.outstanding,
        deposit: pool.deposited,
        interest: pool.interest,
        redeemed: pool.redeemed,
        lost: pool.lost,
        shares: pool.shares,
        apr: pool.rate(pool.outstanding),
      })),
    );
  }

  private expectSameRows(): void {
    const { chain, plain } = this;
    expect(
      chain.rows('loan', 'loan', loan).map((row) => ({
        id: Number(row.id),
        account: row.account,
        poolId: row.terms.pool_id,
        first: row.initial_amount.units,
        status: row.status,
        shown: row.outstanding_amount.units,
        apr: BigInt(row.terms.apr_bps),
        debt: row.debt_shares,
      })),
    ).toEqual(
      plain.loans
        .map((row) => ({ ...row, debt: plain.pools[row.poolId]!.debts.get(row.account), timer: undefined }))
        .sort((left, right) => left.id - right.id),
    );
    expect(
      chain.rows('loan', 'liquidating', liquidation).map((row) => [Number(row.loan_id), row.liquidates_at]),
    ).toEqual(
      plain.loans
        .filter(({ timer }) => timer !== undefined)
        .map(({ id, timer }) => [id, timer! * 1000])
        .sort(([left], [right]) => left! - right!),
    );
    expect(
      chain
        .rows('loan', 'loan', loanqueue)
        .map((row) => [Number(row.id), row.account, row.amount.units, row.max_apr_bps]),
    ).toEqual(plain.requests.map(({ id, account, amount, cap }) => [id, account, amount, cap]));
    expect(
      chain
        .rows('loan', 'loan', redeemqueue)
        .map((row) => [Number(row.id), row.account, row.pool_id, row.quantity.units]),
    ).toEqual(plain.queue.map(({ id, account, poolId: pool, shares }) => [id, account, pool, shares]));
    this.expectSameHistory();
  }

  private expectSameHistory(): void {
    const { chain, plain } = this;
    const endings = plain.endings.toSorted((left, right) => left.id - right.id);
    expect(
      chain
        .rows('loan', 'completed', loan)
        .map((row) => [Number(row.id), row.status, row.outstanding_amount.units]),
    ).toEqual(endings.map(({ id, status }) => [id, status, 0n]));
    expect(
      chain
        .rows('loan', 'finished', liquidation)
        .map((row) => [Number(row.loan_id), row.loss.units, row.collateral.units]),
    ).toEqual(endings.filter(({ status }) => status === 4).map(({ id, lost, sold }) => [id, lost, sold]));
  }

  private expectSameBalances(): void {
    const { chain, plain } = this;
    for (const name of PEOPLE) {
      expect(chain.balance(name, USDT)).toBe(plain.of(plain.usdt, name));
      expect(chain.collateral(vaultOf(name))).toBe(plain.of(plain.cbtc, name));
      for (const pool of POOLS) {
        expect(chain.balance(name, SHARES[pool]!)).toBe(plain.of(plain.shares, `${name} ${String(pool)}`));
      }
    }
    expect(chain.collateral('liquidator')).toBe(plain.of(plain.cbtc, 'liquidator'));
    const available = plain.pools.reduce((sum, pool) => sum + pool.available, plain.backstop);
    expect(chain.balance('loan', USDT)).toBe(available);
    for (const pool of POOLS) {
      const waiting = plain.queue.filter((entry) => entry.poolId === pool);
      expect(chain.balance('loan', SHARES[pool]!)).toBe(
        waiting.reduce((sum, { shares }) => sum + shares, 0n),
      );
      expect(chain.supply(SHARES[pool]!)).toBe(plain.pools[pool]!.shares);
    }
    for (const token of [USDT, CBTC, ...POOLS.map((pool) => SHARES[pool]!)]) {
      expect(chain.held(token)).toBe(chain.supply(token));
    }
  }
}

describe('lending on the chain', () => {
  it('does what the plain rules say, to the last unit and the last word, over long random sequences', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 200, size: 'max' }), (sequence) => {
        const pair = new Pair();
        for (const step of sequence) {
          pair.run(step);
          pair.expectSame();
          if (pair.plain.queue.length > 0) count('waiting for liquidity');
          if (pair.plain.requests.length > 0) count('waiting for a rate');
        }
        for (const { status, lost = 0n } of pair.plain.endings) {
          count(`ended with ${String(status)}`);
          if (lost > 0n) count('loss');
        }
      }),
      { numRuns: 25 },
    );
    // The sequences are long, and come by most of what can happen.
    expect([...seen.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(1_000);
    for (const what of [
      'redeem',
      'borrow',
      'repay',
      'withdraw',
      'waiting for a rate',
      'waiting for liquidity',
    ]) {
      expect([...seen.keys()]).toContain(what);
    }
  }, 120_000);
});
