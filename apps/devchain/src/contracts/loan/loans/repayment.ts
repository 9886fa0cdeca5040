import { nameToValue } from '@app/antelope';
import { fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf, USDT } from '../../shared/tokens';
import { pay } from '../money';
import { freshPrice } from '../oracle-price';
import { repay } from '../pool/debt';
import { Pools } from '../pool/pools';
import { fillRedemptions } from '../redemptions/redemptions';
import { REFUSALS } from '../refusals';
import { liquidationsTable, loansTable, type LoanRow } from '../tables';
import { endLoan } from './ended-loans';
import { reviewLoan } from './loan-review';
import { LOAN_STATUS } from './loan-status';

/** Takes a payment toward the loan of an account, gives back what is too much, and passes the money on in its pool. */
export function takeRepayment(context: ContractContext, account: string, units: bigint): void {
  const loans = context.table(loansTable, context.receiver);
  const row = loans.findBy('account', nameToValue(account)) ?? fail(REFUSALS.noLoan);
  const pools = new Pools(context);
  const poolId = row.terms.pool_id;
  const { pool, taken, debtShares } = repay(pools.get(poolId), row.debt_shares, units);
  pools.set(pool);
  if (debtShares === 0n) completeLoan(context, row);
  else reviewLoan(context, pools, { ...row, debt_shares: debtShares }, freshPrice(context));
  if (taken < units) pay(context, USDT, account, units - taken, `loan ${String(row.id)}: paid too much`);
  fillRedemptions(context, pools, poolId);
  pools.save();
}

function completeLoan(context: ContractContext, row: LoanRow): void {
  const timers = context.table(liquidationsTable, 'liquidating');
  const timer = timers.find(row.id);
  if (timer !== undefined) timers.erase(timer);
  context.table(loansTable, context.receiver).erase(row);
  endLoan(context, {
    ...row,
    outstanding_amount: amountOf(USDT, 0n),
    status: LOAN_STATUS.repaid,
    debt_shares: 0n,
    end_time: context.nowMs,
    updated_at: context.nowMs,
  });
}
