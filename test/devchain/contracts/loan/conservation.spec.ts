import fc from 'fast-check';
import { longOr } from '../../../harness/long';
import { LONG_PROPERTY } from '../../../harness/long-property';
import { backstopTable, type PoolRow, poolsTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { balancesAndSupplies, stateOfChain, stateOfReference } from './support/lending-state';
import { applyToChain, applyToReference } from './support/apply-action';
import { ACCOUNTS, type PlannedAction, resolveAction, vaultOf } from './support/lending-actions';
import { actionSequence, INITIAL_ACTIONS } from './support/lending-sequences';
import { ReferenceLending } from '../../../../apps/devchain/src/contracts/loan/testing/reference-lending';

const ONE = 10n ** 8n;
const INITIAL_USDT = 1_000_000n * ONE;
const GENESIS_DEPOSIT = 100_000n * ONE;

/** Reached states with their counts. */
const reached = new Map<string, number>();
const count = (what: string): unknown => reached.set(what, (reached.get(what) ?? 0) + 1);

const assets = ({ available, outstanding_amount: outstanding }: PoolRow): bigint =>
  available.units + outstanding.units;

/** A chain and the reference model with the same actions. */
class ComparedLending {
  readonly chain = new LendingChain(ACCOUNTS);
  readonly reference: ReferenceLending;
  #pools: readonly PoolRow[] = [];

  constructor() {
    const { chain } = this;
    ACCOUNTS.forEach((name) => {
      chain.endow(name, INITIAL_USDT);
      chain.openVault(name, vaultOf(name));
    });
    // Pool 6 begins empty: the deposits of genesis go back.
    const depositors = ['alice', 'bob', 'carol'];
    depositors.forEach((name) => chain.redeem(name, GENESIS_DEPOSIT));
    this.reference = new ReferenceLending(chain.nextMs);
    ACCOUNTS.forEach((name) => this.reference.ledger.usdt.set(name, INITIAL_USDT));
    this.reference.setHistory({ poolId: 6, deposit: 3n * GENESIS_DEPOSIT, redemptions: depositors.length });
    this.reference.ledger.backstop = chain.rows('loan', 'loan', backstopTable)[0]!.balance.units;
    this.apply({ kind: 'setPrice', price: 60_000n * ONE });
    INITIAL_ACTIONS.forEach((action) => {
      this.apply(action);
      this.expectEqualState();
    });
  }

  apply(planned: PlannedAction): void {
    const { chain, reference } = this;
    const action = resolveAction(planned, reference);
    reference.ledger.nowMs = chain.nextMs;
    const restoreInterest = reference.ledger.saveInterest();
    const expected = applyToReference(reference, action);
    if (expected !== undefined || action.kind === 'withdraw') restoreInterest();
    chain.isWatched = expected !== undefined;
    const refusal = chain.refusalOf(() => applyToChain(chain, action));
    // An account that never had the token gets another message.
    expect(refusal?.replace('no balance object found', 'overdrawn balance')).toBe(expected);
    count(refusal ?? action.kind);
  }

  expectEqualState(): void {
    const state = stateOfChain(this.chain);
    expect(state).toEqual(stateOfReference(this.reference));
    const amounts = [...state.pools, state.usdt, ...state.shares, state.collateral, state.waitingShares];
    expect(amounts.flat().every((units) => units >= 0n)).toBe(true);
    this.#expectShareValuesKept();
    const { held, supplied } = balancesAndSupplies(this.chain);
    expect(held).toEqual(supplied);
    if (this.reference.deposits.redemptions.length > 0) count('waiting for liquidity');
    if (this.reference.loans.requests.length > 0) count('waiting for a rate');
  }

  /** The value of a share does not fall, unless its pool has a loss. */
  #expectShareValuesKept(): void {
    const pools = this.chain.rows('loan', 'loan', poolsTable);
    for (const [poolId, now] of pools.entries()) {
      const before = this.#pools[poolId] ?? now;
      if (now.shares.units === 0n || now.loss.units > before.loss.units) continue;
      expect(assets(now) * before.shares.units).toBeGreaterThanOrEqual(assets(before) * now.shares.units);
    }
    this.#pools = pools;
  }
}

describe('lending on the chain', () => {
  it('lending matches the reference model in every unit and message over long random sequences', () => {
    fc.assert(
      fc.property(actionSequence, (sequence) => {
        const compared = new ComparedLending();
        for (const action of sequence) {
          compared.apply(action);
          compared.expectEqualState();
        }
        for (const { status } of compared.reference.loans.ended) count(`ended with ${String(status)}`);
      }),
      { numRuns: longOr(80, 6), ...LONG_PROPERTY },
    );
    expect([...reached.values()].reduce((sum, times) => sum + times)).toBeGreaterThan(longOr(800, 400));
    // States that every long sequence reaches; rarer ones have specs of their own.
    expect([...reached.keys()]).toEqual(
      expect.arrayContaining([
        ...['redeem', 'borrow', 'repay', 'withdraw', 'cancelRedemption'],
        ...['waiting for a rate', 'waiting for liquidity', 'ended with 4', 'ended with 5'],
      ]),
    );
  });
});
