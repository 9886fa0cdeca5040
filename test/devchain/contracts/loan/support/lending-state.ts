import { CBTC, SHARES, USDT } from '../../../../../apps/devchain/src/contracts/shared/tokens';
import {
  backstopTable,
  liquidationsTable,
  loansTable,
  loanRequestsTable,
  poolsTable,
  redemptionsTable,
} from '../../../../../apps/devchain/src/contracts/loan/tables';
import type { LendingChain } from '../../../../harness/chain/lending-chain';
import { ACCOUNTS, POOLS, vaultOf } from './lending-actions';
import type { ReferenceLending } from '../../../../../apps/devchain/src/contracts/loan/testing/reference-lending';
import { LENDING, LIQUIDATOR } from '../../../../../apps/devchain/src/contracts/shared/account-names';

const SHARES_IN_USE = SHARES.filter((_, poolId) => POOLS.some((used) => used === poolId));

/** The tables of lending and the balances of all accounts. */
export function stateOfChain(chain: LendingChain) {
  const rows = <R, T>(scope: string, table: Parameters<typeof chain.rows<R>>[2], view: (row: R) => T): T[] =>
    chain.rows(LENDING, scope, table).map(view);
  return {
    pools: rows(LENDING, poolsTable, (row) => [
      row.available.units,
      row.outstanding_amount.units,
      row.deposit.units,
      row.interest_accrued.units,
      row.redemption_proceeds.units,
      row.loss.units,
      row.shares.units,
      row.debt_shares,
      BigInt(row.borrow_apr_bps),
    ]),
    loans: rows(LENDING, loansTable, (row) => [
      Number(row.id),
      row.account,
      row.terms.pool_id,
      row.initial_amount.units,
      row.status,
      row.outstanding_amount.units,
      BigInt(row.terms.apr_bps),
      row.debt_shares,
    ]),
    timers: rows('liquidating', liquidationsTable, (row) => [Number(row.loan_id), row.liquidates_at]),
    requests: rows(LENDING, loanRequestsTable, (row) => [
      Number(row.id),
      row.account,
      row.amount.units,
      row.max_apr_bps,
    ]),
    queue: rows(LENDING, redemptionsTable, (row) => [
      Number(row.id),
      row.account,
      row.pool_id,
      row.quantity.units,
    ]),
    endings: rows('completed', loansTable, (row) => [Number(row.id), row.status]),
    sales: rows('finished', liquidationsTable, (row) => [
      Number(row.loan_id),
      row.loss.units,
      row.collateral.units,
    ]),
    backstop: rows(LENDING, backstopTable, ({ balance }) => balance.units),
    usdt: ACCOUNTS.map((name) => chain.balance(name, USDT)),
    shares: ACCOUNTS.map((name) => SHARES_IN_USE.map((share) => chain.balance(name, share))),
    collateral: [...ACCOUNTS.map(vaultOf), LIQUIDATOR].map((account) => chain.collateral(account)),
    lendingUsdt: chain.balance(LENDING, USDT),
    waitingShares: SHARES_IN_USE.map((share) => chain.balance(LENDING, share)),
    supplies: SHARES_IN_USE.map((share) => chain.supply(share)),
  };
}

/** The same state of the reference model. */
export function stateOfReference(reference: ReferenceLending): ReturnType<typeof stateOfChain> {
  const byId = <T extends { id: number }>(items: readonly T[]): T[] =>
    items.toSorted((left, right) => left.id - right.id);
  const loans = byId(reference.loans.loans);
  const endings = byId(reference.loans.ended);
  return {
    pools: reference.ledger.pools.map((pool) => [
      pool.available,
      pool.outstanding,
      pool.deposited,
      pool.interest,
      pool.redeemed,
      pool.lost,
      pool.shares,
      pool.debtShares,
      pool.rate(pool.outstanding),
    ]),
    loans: loans.map(({ id, account, poolId, initialAmount, status, storedDebt, storedApr }) => [
      id,
      account,
      poolId,
      initialAmount,
      status,
      storedDebt,
      storedApr,
      reference.ledger.debtSharesOf(poolId, account),
    ]),
    timers: loans.flatMap(({ id, liquidatesAtSec }) =>
      liquidatesAtSec === undefined ? [] : [[id, liquidatesAtSec * 1000]],
    ),
    requests: reference.loans.requests.map(({ id, account, amount, cap }) => [id, account, amount, cap]),
    queue: reference.deposits.redemptions.map(({ id, account, poolId, shares }) => [
      id,
      account,
      poolId,
      shares,
    ]),
    endings: endings.map(({ id, status }) => [id, status]),
    sales: endings.flatMap(({ id, status, lost = 0n, sold = 0n }) =>
      status === 4 ? [[id, lost, sold]] : [],
    ),
    backstop: [reference.ledger.backstop],
    usdt: ACCOUNTS.map((name) => reference.ledger.unitsOf(reference.ledger.usdt, name)),
    shares: ACCOUNTS.map((name) =>
      POOLS.map((poolId) => reference.ledger.unitsOf(reference.ledger.shares, `${name} ${String(poolId)}`)),
    ),
    collateral: [...ACCOUNTS, LIQUIDATOR].map((name) =>
      reference.ledger.unitsOf(reference.ledger.cbtc, name),
    ),
    lendingUsdt: reference.ledger.pools.reduce(
      (sum, pool) => sum + pool.available,
      reference.ledger.backstop,
    ),
    waitingShares: POOLS.map((poolId) =>
      reference.deposits.redemptions.reduce(
        (sum, entry) => sum + (entry.poolId === poolId ? entry.shares : 0n),
        0n,
      ),
    ),
    supplies: POOLS.map((poolId) => reference.ledger.pool(poolId, 'stored').shares),
  };
}

/** For each token the sum of all balances and the supply of its contract. */
export function balancesAndSupplies(chain: LendingChain): { held: bigint[]; supplied: bigint[] } {
  const tokens = [USDT, CBTC, ...SHARES_IN_USE];
  return {
    held: tokens.map((token) => chain.totalBalance(token)),
    supplied: tokens.map((token) => chain.supply(token)),
  };
}
