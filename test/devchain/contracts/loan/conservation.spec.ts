import fc from 'fast-check';
import { longOr } from '../../../harness/long';
import { LONG_PROPERTY } from '../../../harness/long-property';
import { backstopTable, type PoolRow, poolsTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { heldAndSupplied, stateOnChain, statePlainly } from './support/lending-states';
import {
  BEGINNING,
  PEOPLE,
  runOnChain,
  runPlainly,
  type Plan,
  stepOf,
  stepsInTurn,
  vaultOf,
} from './support/lending-steps';
import { PlainLending } from './support/plain-lending';

const ONE = 10n ** 8n;
const MONEY = 1_000_000n * ONE;
const GENESIS_DEPOSIT = 100_000n * ONE;

/** Reached states with their counts. */
const seen = new Map<string, number>();
const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);

const assets = ({ available, outstanding_amount: outstanding }: PoolRow): bigint =>
  available.units + outstanding.units;

/** The chain and the plain rules, side by side. */
class Pair {
  readonly chain = new LendingChain(PEOPLE);
  readonly plain: PlainLending;
  private pools: readonly PoolRow[] = [];

  constructor() {
    const { chain } = this;
    PEOPLE.forEach((name) => {
      chain.endow(name, MONEY);
      chain.openVault(name, vaultOf(name));
    });
    // Pool 6 begins empty: the deposits of genesis go back.
    const depositors = ['alice', 'bob', 'carol'];
    depositors.forEach((name) => chain.redeem(name, GENESIS_DEPOSIT));
    this.plain = new PlainLending(chain.nextMs);
    PEOPLE.forEach((name) => this.plain.usdt.set(name, MONEY));
    this.plain.startWith({ poolId: 6, deposit: 3n * GENESIS_DEPOSIT, redemptions: depositors.length });
    this.plain.backstop = chain.rows('loan', 'loan', backstopTable)[0]!.balance.units;
    this.run({ kind: 'setPrice', price: 60_000n * ONE });
    BEGINNING.forEach((step) => {
      this.run(step);
      this.expectSame();
    });
  }

  run(plan: Plan): void {
    const { chain, plain } = this;
    const step = stepOf(plan, plain);
    plain.nowMs = chain.nextMs;
    const forgetInterest = plain.charged();
    const expected = runPlainly(plain, step);
    if (expected !== undefined || step.kind === 'withdraw') forgetInterest();
    chain.isWatched = expected !== undefined;
    const refusal = chain.refusalOf(() => runOnChain(chain, step));
    // An account that never had the token gets another message.
    expect(refusal?.replace('no balance object found', 'overdrawn balance')).toBe(expected);
    count(refusal ?? step.kind);
  }

  expectSame(): void {
    const state = stateOnChain(this.chain);
    expect(state).toEqual(statePlainly(this.plain));
    const amounts = [...state.pools, state.usdt, ...state.shares, state.collateral, state.waitingShares];
    expect(amounts.flat().every((units) => units >= 0n)).toBe(true);
    this.expectNoCheaperShares();
    const { held, supplied } = heldAndSupplied(this.chain);
    expect(held).toEqual(supplied);
    if (this.plain.queue.length > 0) count('waiting for liquidity');
    if (this.plain.requests.length > 0) count('waiting for a rate');
  }

  /** A share is worth what it was or more, unless its pool has lost something. */
  private expectNoCheaperShares(): void {
    const pools = this.chain.rows('loan', 'loan', poolsTable);
    for (const [poolId, now] of pools.entries()) {
      const before = this.pools[poolId] ?? now;
      if (now.shares.units === 0n || now.loss.units > before.loss.units) continue;
      expect(assets(now) * before.shares.units).toBeGreaterThanOrEqual(assets(before) * now.shares.units);
    }
    this.pools = pools;
  }
}

describe('lending on the chain', () => {
  it('matches the reference model in every unit and message over long random sequences', () => {
    fc.assert(
      fc.property(stepsInTurn, (sequence) => {
        const pair = new Pair();
        for (const step of sequence) {
          pair.run(step);
          pair.expectSame();
        }
        for (const { status } of pair.plain.endings) count(`ended with ${String(status)}`);
      }),
      { numRuns: longOr(80, 20), ...LONG_PROPERTY },
    );
    expect([...seen.values()].reduce((sum, times) => sum + times)).toBeGreaterThan(1_000);
    // States that every long sequence reaches; rarer ones have specs of their own.
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        ...['redeem', 'borrow', 'repay', 'withdraw', 'cancelRedemption'],
        ...['waiting for a rate', 'waiting for liquidity', 'ended with 4', 'ended with 5'],
      ]),
    );
  });
});
