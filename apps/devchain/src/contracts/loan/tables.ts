import { nameToValue } from '@app/antelope';
import type { ValueOf } from '../../kernel/sdk/abi/abi-type';
import { struct } from '../../kernel/sdk/abi/containers';
import { uint128, uint16, uint32, uint64, uint8 } from '../../kernel/sdk/abi/integers';
import { asset, name, string, timePointSec } from '../../kernel/sdk/abi/scalars';
import { table } from '../../kernel/sdk/table';

const poolRow = struct('pool', {
  pool_id: uint8,
  available: asset,
  outstanding_amount: asset,
  deposit: asset,
  interest_accrued: asset,
  redemption_proceeds: asset,
  loss: asset,
  /** Supply of the pool's share token. */
  shares: asset,
  borrow_apr_bps: uint16,
  debt_shares: uint128,
  interest_remainder: uint128,
  updated_at: timePointSec,
});
export type PoolRow = ValueOf<typeof poolRow>;

const terms = struct('terms', {
  /** The rate of the pool when the row was last written. */
  apr_bps: uint16,
  max_apr_bps: uint16,
  /** 0: open-ended. */
  loan_duration_sec: uint32,
  pool_id: uint8,
});

const loanRow = struct('loan', {
  id: uint64,
  account: name,
  initial_amount: asset,
  /** Debt when the row was last written. */
  outstanding_amount: asset,
  start_time: timePointSec,
  /** 1970-01-01T00:00:00 while it is open. */
  end_time: timePointSec,
  status: uint8,
  terms,
  debt_shares: uint128,
  updated_at: timePointSec,
});
export type LoanRow = ValueOf<typeof loanRow>;

const requestRow = struct('request', {
  id: uint64,
  account: name,
  amount: asset,
  pool_id: uint8,
  max_apr_bps: uint16,
  requested_at: timePointSec,
});
export type RequestRow = ValueOf<typeof requestRow>;

const redemptionRow = struct('redemption', {
  id: uint64,
  account: name,
  pool_id: uint8,
  /** Shares still waiting. */
  quantity: asset,
  requested_at: timePointSec,
});
export type RedemptionRow = ValueOf<typeof redemptionRow>;

const liquidationRow = struct('liquidation', {
  loan_id: uint64,
  account: name,
  vault: name,
  pool_id: uint8,
  started_at: timePointSec,
  /** End of the 72 hours. */
  liquidates_at: timePointSec,
  /** 1970-01-01T00:00:00 while the timer runs. */
  finished_at: timePointSec,
  debt: asset,
  /** Collateral held when the timer started; sold, when it is finished. */
  collateral: asset,
  /** Decimal string in USD: when the timer started; of the sale, when it is finished. */
  price: string,
  proceeds: asset,
  loss: asset,
});
export type LiquidationRow = ValueOf<typeof liquidationRow>;

const byAccount = {
  name: 'account',
  kind: 'i64',
  key: ({ account }: { account: string }) => nameToValue(account),
} as const;

/** The pools, in the scope of the lending account. */
export const poolsTable = table({
  name: 'poolstats',
  row: poolRow,
  primaryKey: ({ pool_id: poolId }) => BigInt(poolId),
});

/** The one curve of all pools, in the scope of the lending account. */
export const rateCurveTable = table({
  name: 'ratecurve',
  row: struct('curve', {
    base_apr_bps: uint16,
    kink_utilization_bps: uint16,
    kink_apr_bps: uint16,
    max_apr_bps: uint16,
  }),
  primaryKey: () => 0n,
});

/** The vault of each account that has one, in the scope of the lending account. */
export const vaultsTable = table({
  name: 'vault',
  row: struct('vaultrow', { owner: name, vault: name }),
  primaryKey: ({ owner }) => nameToValue(owner),
  indexes: [{ name: 'vault', kind: 'i64', key: (row) => nameToValue(row.vault) }],
});

/** Open loans in the scope of the lending account, ended ones in the scope `completed`. */
export const loansTable = table({
  name: 'loan',
  row: loanRow,
  primaryKey: ({ id }) => id,
  indexes: [byAccount],
});

/** Loan requests that wait for a rate, in the scope of the lending account. */
export const loanRequestsTable = table({
  name: 'loanqueue',
  row: requestRow,
  primaryKey: ({ id }) => id,
  indexes: [byAccount],
});

/** Redemptions that wait for liquidity, in the scope of the lending account. */
export const redemptionsTable = table({
  name: 'redeemqueue',
  row: redemptionRow,
  primaryKey: ({ id }) => id,
  indexes: [{ name: 'pool', kind: 'i64', key: ({ pool_id: poolId }) => BigInt(poolId) }, byAccount],
});

/** Loans at risk in the scope `liquidating`, sold ones in the scope `finished`. */
export const liquidationsTable = table({
  name: 'liquidation',
  row: liquidationRow,
  primaryKey: ({ loan_id: loanId }) => loanId,
  indexes: [byAccount],
});

/** Funds of the liquidator for buying collateral: one row, in the scope of the lending account. */
export const backstopTable = table({
  name: 'backstop',
  row: struct('backstoprow', { account: name, balance: asset }),
  primaryKey: ({ account }) => nameToValue(account),
});

/** Last ids used, and the cursors of bounded work: one row, in the scope of the lending account. */
export const cursorsTable = table({
  name: 'progress',
  row: struct('progressrow', {
    loans: uint64,
    redemptions: uint64,
    /** The first request and the first loan that the next call processes. */
    next_request: uint64,
    next_loan: uint64,
  }),
  primaryKey: () => 0n,
});
