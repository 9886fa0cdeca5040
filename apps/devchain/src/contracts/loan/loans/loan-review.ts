import { formatPrice } from '@app/antelope';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { PRICE_DECIMALS } from '../../oracle/feeds';
import { amountOf, CBTC, USDT } from '../../shared/tokens';
import { debtOf } from '../pool/debt';
import { aprBpsOf } from '../pool/pool';
import type { Pools } from '../pool/pools';
import { liquidationsTable, type LiquidationRow, loansTable, type LoanRow } from '../tables';
import { collateralOf, vaultOf } from '../vault/vault';
import { type Position } from './collateral';
import { type Health, healthOf, LOAN_STATUS } from './loan-status';

/** The scope of liquidations whose timer runs. */
export const LIQUIDATING = 'liquidating';

/** A loan as it stands now. */
export interface ReviewedLoan {
  readonly row: LoanRow;
  readonly vault: string;
  readonly position: Position;
}

/**
 * Writes down what is owed on a loan and at which rate; with a price also where it stands, starting or forgetting the
 * timer. Without a price the status stays as it is.
 */
export function reviewLoan(
  context: ContractContext,
  pools: Pools,
  row: LoanRow,
  price: bigint | undefined,
): LoanRow {
  const pool = pools.get(row.terms.pool_id);
  const debt = debtOf(pool, row.debt_shares);
  const vault = vaultOf(context, row.account);
  const status =
    price === undefined
      ? row.status
      : updateTimer(context, {
          row,
          vault,
          position: { debt, collateral: collateralOf(context, vault), price },
        });
  return context.table(loansTable, context.receiver).modify(row, {
    outstanding_amount: amountOf(USDT, debt),
    debt_shares: row.debt_shares,
    terms: { ...row.terms, apr_bps: aprBpsOf(pool, pools.curve) },
    status,
    updated_at: context.nowMs,
  });
}

function updateTimer(context: ContractContext, reviewed: ReviewedLoan): LoanRow['status'] {
  const timers = context.table(liquidationsTable, LIQUIDATING);
  const timer = timers.find(reviewed.row.id);
  const health = healthOf(
    reviewed.position,
    timer && timer.liquidates_at / 1000,
    Math.floor(context.nowMs / 1000),
  );
  if (isAtRisk(health)) {
    if (timer === undefined)
      timers.emplace(context.receiver, newTimer(context, reviewed, health.liquidatesAtSec));
  } else if (timer !== undefined) timers.erase(timer);
  return health.status;
}

function isAtRisk(health: Health): health is Extract<Health, { liquidatesAtSec: number }> {
  return health.status === LOAN_STATUS.atRisk || health.status === LOAN_STATUS.liquidating;
}

function newTimer(
  { nowMs }: ContractContext,
  { row, vault, position }: ReviewedLoan,
  liquidatesAtSec: number,
): LiquidationRow {
  return {
    loan_id: row.id,
    account: row.account,
    vault,
    pool_id: row.terms.pool_id,
    started_at: nowMs,
    liquidates_at: liquidatesAtSec * 1000,
    finished_at: 0,
    debt: amountOf(USDT, position.debt),
    collateral: amountOf(CBTC, position.collateral),
    price: formatPrice(position.price, PRICE_DECIMALS),
    proceeds: amountOf(USDT, 0n),
    loss: amountOf(USDT, 0n),
  };
}
