import type { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import { CBTC, SHARES } from '../../../../apps/devchain/src/contracts/shared/tokens';
import {
  backstopTable,
  cursorsTable,
  loanRequestsTable,
  loansTable,
  type PoolRow,
  poolsTable,
  redemptionsTable,
  vaultsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import { ReferenceLending } from '../../../../apps/devchain/src/contracts/loan/testing/reference-lending';

interface Start {
  readonly accounts: readonly string[];
  /** Vaults by their owners. */
  readonly vaults: ReadonlyMap<string, string>;
  readonly nowMs: number;
}

export const vaultsOf = (chain: InProcessClient): ReadonlyMap<string, string> =>
  new Map(chain.rows('loan', 'loan', vaultsTable).map(({ owner, vault }) => [owner, vault]));

/** The reference model with the pools and balances of a chain on which there is no loan and no queue yet. */
export function readLending(chain: InProcessClient, { accounts, vaults, nowMs }: Start): ReferenceLending {
  expect([
    ...chain.rows('loan', 'loan', loansTable),
    ...chain.rows('loan', 'loan', loanRequestsTable),
    ...chain.rows('loan', 'loan', redemptionsTable),
  ]).toEqual([]);
  const lending = new ReferenceLending(nowMs);
  const { ledger, deposits } = lending;
  chain
    .rows('loan', 'loan', poolsTable)
    .forEach((row) => Object.assign(ledger.pool(row.pool_id), poolOf(row)));
  ledger.backstop = chain.rows('loan', 'loan', backstopTable)[0]!.balance.units;
  const [progress] = chain.rows('loan', 'loan', cursorsTable);
  deposits.lastRedemptionId = Number(progress?.redemptions ?? 0n);
  Object.assign(lending.loans, { lastLoanId: Number(progress?.loans ?? 0n) });
  for (const account of accounts)
    for (const [poolId, share] of SHARES.entries())
      ledger.shares.set(`${account} ${String(poolId)}`, chain.balance(account, share));
  for (const [owner, vault] of vaults) ledger.cbtc.set(owner, chain.balance(vault, CBTC));
  ledger.cbtc.set('vaults', chain.balance('vaults', CBTC));
  return lending;
}

const poolOf = (row: PoolRow) => ({
  deposited: row.deposit.units,
  interest: row.interest_accrued.units,
  redeemed: row.redemption_proceeds.units,
  lost: row.loss.units,
  interestRemainder: row.interest_remainder,
  lenders: new Map(row.shares.units === 0n ? [] : [['lenders', row.shares.units]]),
});
