import {
  backstopTable,
  liquidationsTable,
  loansTable,
  loanRequestsTable,
  type LoanRow,
  type PoolRow,
  poolsTable,
  redemptionsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { Amounts, difference, differences, sum } from './amounts';
import { holdingsOf } from './token-invariants';
import { SHARES } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { LENDING } from '../../../../apps/devchain/src/contracts/shared/account-names';

/** The invariants of lending in docs/contracts/loan.md. */
export class LendingInvariants {
  #pools: readonly PoolRow[] = [];

  *violations(chain: LendingChain): Generator<string> {
    const pools = chain.rows(LENDING, LENDING, poolsTable);
    const loans = chain.rows(LENDING, LENDING, loansTable);
    for (const [poolId, pool] of pools.entries()) {
      yield* poolViolations(chain, pool, loans);
      if (isCheaper(this.#pools[poolId] ?? pool, pool))
        yield `a share of pool ${String(poolId)} is worth less`;
    }
    this.#pools = pools;
    yield* holdingViolations(chain, pools);
    yield* loanViolations(chain, loans);
  }
}

function* poolViolations(chain: LendingChain, pool: PoolRow, loans: readonly LoanRow[]): Generator<string> {
  const { pool_id: poolId, available, outstanding_amount: outstanding, debt_shares: debtShares } = pool;
  const ofPool = `of pool ${String(poolId)}`;
  const paidIn = pool.deposit.units + pool.interest_accrued.units;
  const gone = pool.redemption_proceeds.units + pool.loss.units;
  yield* difference(`assets ${ofPool}`, assetsOf(pool), paidIn - gone);
  yield* difference(`shares ${ofPool}`, pool.shares.units, chain.supply(SHARES[poolId]!));
  const debts = loans.filter(({ terms }) => terms.pool_id === poolId).map((row) => row.debt_shares);
  yield* difference(`debt shares ${ofPool}`, debtShares, sum(debts));
  if (available.units < 0n || outstanding.units < 0n) yield `less than nothing ${ofPool}`;
  if (debtShares > 0n !== outstanding.units > 0n) yield `debt nobody owes, or nobody is owed ${ofPool}`;
}

/** Whether a share is worth less than it was although its pool has lost nothing. */
function isCheaper(before: PoolRow, now: PoolRow): boolean {
  if (now.shares.units === 0n || now.loss.units > before.loss.units) return false;
  return assetsOf(now) * before.shares.units < assetsOf(before) * now.shares.units;
}

/** The account holds the liquidity of the pools, the backstop and the queued shares, and nothing else. */
function* holdingViolations(chain: LendingChain, pools: readonly PoolRow[]): Generator<string> {
  const expected = new Amounts();
  for (const { available } of pools) expected.add('USDT', available.units);
  for (const { balance } of chain.rows(LENDING, LENDING, backstopTable)) expected.add('USDT', balance.units);
  for (const { id, quantity, pool_id: poolId } of chain.rows(LENDING, LENDING, redemptionsTable)) {
    expected.add(SHARES[poolId]!.symbol, quantity.units);
    if (quantity.units <= 0n) yield `redemption ${String(id)} waits for nothing`;
  }
  yield* differences('lending', holdingsOf(chain, LENDING), expected);
}

/** An account has at most one loan or request; timers run for loans at risk only. */
function* loanViolations(chain: LendingChain, loans: readonly LoanRow[]): Generator<string> {
  const debtors = [...loans, ...chain.rows(LENDING, LENDING, loanRequestsTable)].map(
    ({ account }) => account,
  );
  if (new Set(debtors).size < debtors.length) yield 'somebody has two loans';
  const timed = chain.rows(LENDING, 'liquidating', liquidationsTable).map((row) => row.loan_id);
  const atRisk = loans.filter(({ status }) => status === 2 || status === 3).map(({ id }) => id);
  if (timed.join(' ') !== atRisk.join(' '))
    yield `timers of ${timed.join(' ')} for loans ${atRisk.join(' ')}`;
}

function assetsOf({ available, outstanding_amount: outstanding }: PoolRow): bigint {
  return available.units + outstanding.units;
}
