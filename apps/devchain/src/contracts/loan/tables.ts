import { struct } from '../../kernel/sdk/abi/containers';
import { uint128, uint16, uint32, uint64, uint8 } from '../../kernel/sdk/abi/integers';
import { asset, name, string, timePointSec } from '../../kernel/sdk/abi/scalars';
import { type RowOf, table } from '../../kernel/sdk/table';
import { idKey, nameIndex, nameKey, onlyRowKey } from '../shared/table-keys';

// The scope of a table is the lending account, unless stated otherwise.

export const poolsTable = table({
  name: 'poolstats',
  row: struct('pool', {
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
  }),
  primaryKey: ({ pool_id: poolId }) => BigInt(poolId),
});
export type PoolRow = RowOf<typeof poolsTable>;

/** The rate curve of all pools: one row. */
export const rateCurveTable = table({
  name: 'ratecurve',
  row: struct('curve', {
    base_apr_bps: uint16,
    kink_utilization_bps: uint16,
    kink_apr_bps: uint16,
    max_apr_bps: uint16,
  }),
  primaryKey: onlyRowKey,
});

/** The vault of each account that has one. */
export const vaultsTable = table({
  name: 'vault',
  row: struct('vaultrow', { owner: name, vault: name }),
  primaryKey: nameKey('owner'),
  indexes: [nameIndex('vault')],
});

/** Open loans; ended ones in the scope `completed`. */
export const loansTable = table({
  name: 'loan',
  row: struct('loan', {
    id: uint64,
    account: name,
    initial_amount: asset,
    /** Debt when the row was last written. */
    outstanding_amount: asset,
    start_time: timePointSec,
    /** 1970-01-01T00:00:00 while it is open. */
    end_time: timePointSec,
    status: uint8,
    terms: struct('terms', {
      /** The rate of the pool when the row was last written. */
      apr_bps: uint16,
      max_apr_bps: uint16,
      /** 0: open-ended. */
      loan_duration_sec: uint32,
      pool_id: uint8,
    }),
    debt_shares: uint128,
    updated_at: timePointSec,
  }),
  primaryKey: idKey,
  indexes: [nameIndex('account')],
});
export type LoanRow = RowOf<typeof loansTable>;

/** Loan requests that wait for a rate. */
export const loanRequestsTable = table({
  name: 'loanqueue',
  row: struct('request', {
    id: uint64,
    account: name,
    amount: asset,
    pool_id: uint8,
    max_apr_bps: uint16,
    requested_at: timePointSec,
  }),
  primaryKey: idKey,
  indexes: [nameIndex('account')],
});
export type RequestRow = RowOf<typeof loanRequestsTable>;

/** Redemptions that wait for liquidity. */
export const redemptionsTable = table({
  name: 'redeemqueue',
  row: struct('redemption', {
    id: uint64,
    account: name,
    pool_id: uint8,
    /** Shares still waiting. */
    quantity: asset,
    requested_at: timePointSec,
  }),
  primaryKey: idKey,
  indexes: [
    { name: 'pool', kind: 'i64', key: ({ pool_id: poolId }) => BigInt(poolId) },
    nameIndex('account'),
  ],
});
export type RedemptionRow = RowOf<typeof redemptionsTable>;

/** Loans at risk in the scope `liquidating`, liquidated ones in the scope `finished`. */
export const liquidationsTable = table({
  name: 'liquidation',
  row: struct('liquidation', {
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
  }),
  primaryKey: ({ loan_id: loanId }) => loanId,
  indexes: [nameIndex('account')],
});
export type LiquidationRow = RowOf<typeof liquidationsTable>;

/** Funds of the liquidator for buying collateral: one row. */
export const backstopTable = table({
  name: 'backstop',
  row: struct('backstoprow', { account: name, balance: asset }),
  primaryKey: nameKey('account'),
});

/** Last ids used, and the cursors of bounded work: one row. */
export const cursorsTable = table({
  name: 'progress',
  row: struct('progressrow', {
    loans: uint64,
    redemptions: uint64,
    /** The first request and the first loan that the next call processes. */
    next_request: uint64,
    next_loan: uint64,
  }),
  primaryKey: onlyRowKey,
});
