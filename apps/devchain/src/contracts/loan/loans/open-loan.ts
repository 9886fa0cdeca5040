import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { USDT } from '../../shared/tokens';
import { disburse } from '../pool/debt';
import { aprBpsAfterDisbursing } from '../pool/pool';
import type { Pools } from '../pool/pools';
import { hasRedemptions } from '../redemptions/fill-redemptions';
import { loansTable, type RequestRow } from '../tables';
import { pay } from '../token-actions';
import { collateralOf, vaultOf } from '../vault/vault';
import { isSafe } from './collateral';
import { LOAN_STATUS } from './loan-status';

/** The rate a request would open at now; undefined when it has to wait. Queued redemptions have priority. */
export function openingRate(context: ContractContext, pools: Pools, request: RequestRow): number | undefined {
  const { pool_id: poolId, amount, max_apr_bps: cap } = request;
  if (hasRedemptions(context, poolId)) return undefined;
  const apr = aprBpsAfterDisbursing(pools.get(poolId), pools.curve, amount.units);
  return apr !== undefined && apr <= cap ? apr : undefined;
}

export function hasCollateral(
  context: ContractContext,
  { account, amount }: RequestRow,
  price: bigint,
): boolean {
  return isSafe({ debt: amount.units, collateral: collateralOf(context, vaultOf(context, account)), price });
}

/** Lends the requested amount out. */
export function openLoan(context: ContractContext, pools: Pools, request: RequestRow, apr: number): void {
  const { receiver, nowMs } = context;
  const { pool, debtShares } = disburse(pools.get(request.pool_id), request.amount.units);
  pools.set(pool);
  context.table(loansTable, receiver).emplace(receiver, {
    ...loanOfRequest(request, apr),
    outstanding_amount: request.amount,
    start_time: nowMs,
    end_time: 0,
    status: LOAN_STATUS.inProgress,
    debt_shares: debtShares,
    updated_at: nowMs,
  });
  pay(context, USDT, request.account, request.amount.units, `loan ${String(request.id)}`);
}

/** The members of a loan's row that follow from its request. */
export function loanOfRequest({ id, account, amount, pool_id, max_apr_bps }: RequestRow, apr: number) {
  return {
    id,
    account,
    initial_amount: amount,
    terms: { apr_bps: apr, max_apr_bps, loan_duration_sec: 0, pool_id },
  };
}
