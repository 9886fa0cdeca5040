import { nameToValue } from '@app/antelope';
import { fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { USDT } from '../../shared/tokens';
import { removeTimer } from '../liquidation/timer';
import { freshPrice } from '../oracle-price';
import { repay } from '../pool/debt';
import { Pools } from '../pool/pools';
import { fillRedemptions } from '../redemptions/fill-redemptions';
import { REFUSALS } from '../refusals';
import { loansTable } from '../tables';
import { pay } from '../token-actions';
import { closeLoan } from './loan-history';
import { LOAN_STATUS } from './loan-status';
import { reviewLoan } from './review-loan';

/** Takes a payment toward the loan of an account, refunds the excess, and pays queued redemptions of the pool. */
export function takeRepayment(context: ContractContext, account: string, units: bigint): void {
  const loans = context.table(loansTable, context.receiver);
  const row = loans.findBy('account', nameToValue(account)) ?? fail(REFUSALS.noLoan);
  const pools = new Pools(context);
  const poolId = row.terms.pool_id;
  const { pool, taken, debtShares } = repay(pools.get(poolId), row.debt_shares, units);
  pools.set(pool);
  if (debtShares === 0n) {
    removeTimer(context, row.id);
    closeLoan(context, row, LOAN_STATUS.repaid);
  } else reviewLoan(context, pools, { ...row, debt_shares: debtShares }, freshPrice(context));
  if (taken < units) pay(context, USDT, account, units - taken, `loan ${String(row.id)}: paid too much`);
  fillRedemptions(context, pools, poolId);
  pools.save();
}
