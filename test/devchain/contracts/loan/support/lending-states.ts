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
import { PEOPLE, POOLS, vaultOf } from './lending-steps';
import type { PlainLending } from './plain-lending';

const SHARES_IN_USE = SHARES.filter((_, poolId) => POOLS.some((used) => used === poolId));

/** All that lending says about itself, and what everyone has. */
export function stateOnChain(chain: LendingChain) {
  const rows = <R, T>(scope: string, table: Parameters<typeof chain.rows<R>>[2], view: (row: R) => T): T[] =>
    chain.rows('loan', scope, table).map(view);
  return {
    pools: rows('loan', poolsTable, (row) => [
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
    loans: rows('loan', loansTable, (row) => [
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
    requests: rows('loan', loanRequestsTable, (row) => [
      Number(row.id),
      row.account,
      row.amount.units,
      row.max_apr_bps,
    ]),
    queue: rows('loan', redemptionsTable, (row) => [
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
    backstop: rows('loan', backstopTable, ({ balance }) => balance.units),
    usdt: PEOPLE.map((name) => chain.balance(name, USDT)),
    shares: PEOPLE.map((name) => SHARES_IN_USE.map((share) => chain.balance(name, share))),
    collateral: [...PEOPLE.map(vaultOf), 'liquidator'].map((account) => chain.collateral(account)),
    lendingUsdt: chain.balance('loan', USDT),
    waitingShares: SHARES_IN_USE.map((share) => chain.balance('loan', share)),
    supplies: SHARES_IN_USE.map((share) => chain.supply(share)),
  };
}

/** The same by the plain rules. */
export function statePlainly(plain: PlainLending): ReturnType<typeof stateOnChain> {
  const byId = <T extends { id: number }>(items: readonly T[]): T[] =>
    items.toSorted((left, right) => left.id - right.id);
  const loans = byId(plain.loans);
  const endings = byId(plain.endings);
  return {
    pools: plain.pools.map((pool) => [
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
    loans: loans.map(({ id, account, poolId, first, status, shown, apr }) => [
      id,
      account,
      poolId,
      first,
      status,
      shown,
      apr,
      plain.debtSharesOf(poolId, account),
    ]),
    timers: loans.flatMap(({ id, timer }) => (timer === undefined ? [] : [[id, timer * 1000]])),
    requests: plain.requests.map(({ id, account, amount, cap }) => [id, account, amount, cap]),
    queue: plain.queue.map(({ id, account, poolId, shares }) => [id, account, poolId, shares]),
    endings: endings.map(({ id, status }) => [id, status]),
    sales: endings.flatMap(({ id, status, lost = 0n, sold = 0n }) =>
      status === 4 ? [[id, lost, sold]] : [],
    ),
    backstop: [plain.backstop],
    usdt: PEOPLE.map((name) => plain.of(plain.usdt, name)),
    shares: PEOPLE.map((name) => POOLS.map((poolId) => plain.of(plain.shares, `${name} ${String(poolId)}`))),
    collateral: [...PEOPLE, 'liquidator'].map((name) => plain.of(plain.cbtc, name)),
    lendingUsdt: plain.pools.reduce((sum, pool) => sum + pool.available, plain.backstop),
    waitingShares: POOLS.map((poolId) =>
      plain.queue.reduce((sum, entry) => sum + (entry.poolId === poolId ? entry.shares : 0n), 0n),
    ),
    supplies: POOLS.map((poolId) => plain.pool(poolId, 'as it is').shares),
  };
}

/** For each token what all accounts have together, and what its contract says there is. */
export function heldAndSupplied(chain: LendingChain): { held: bigint[]; supplied: bigint[] } {
  const tokens = [USDT, CBTC, ...SHARES_IN_USE];
  return {
    held: tokens.map((token) => chain.totalBalance(token)),
    supplied: tokens.map((token) => chain.supply(token)),
  };
}
