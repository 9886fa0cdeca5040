import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check, fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf, USDT } from '../../shared/tokens';
import { nextId, processRoundRobin } from '../cursors';
import { pay, readAmount } from '../money';
import { requirePrice } from '../oracle-price';
import { disburse } from '../pool/debt';
import { aprBpsAfterDisbursing } from '../pool/pool';
import { Pools } from '../pool/pools';
import { fillRedemptions, hasRedemptions } from '../redemptions/redemptions';
import { REFUSALS } from '../refusals';
import type { borrowvar, cancelloan } from '../signatures';
import { loansTable, loanRequestsTable, type RequestRow } from '../tables';
import { collateralOf, vaultOf } from '../vault/vault';
import { isSafe, minimumLoan } from './collateral';
import { endLoan } from './ended-loans';
import { LOAN_STATUS } from './loan-status';

/** Queued requests that one call of processqueue looks at. */
export const MAX_REQUESTS = 20;

/**
 * Opens a loan, if the rate with it lent out is at or below the cap; else the request waits in the queue until it is.
 */
export function borrow(
  context: ContractContext,
  { account, amount, pool_id: poolId, max_apr_bps: cap }: ArgsOf<typeof borrowvar>,
): void {
  context.requireAuth(account);
  const { receiver } = context;
  const units = readAmount(USDT, amount);
  check(cap > 0, REFUSALS.noCap);
  const pools = new Pools(context);
  pools.get(poolId);
  vaultOf(context, account);
  const queue = context.table(loanRequestsTable, receiver);
  check(
    context.table(loansTable, receiver).findBy('account', nameToValue(account)) === undefined,
    REFUSALS.hasLoan,
  );
  check(queue.findBy('account', nameToValue(account)) === undefined, REFUSALS.hasRequest);
  const price = requirePrice(context);
  check(units >= minimumLoan(price), REFUSALS.belowMinimumLoan);
  const request: RequestRow = {
    id: nextId(context, 'loans'),
    account,
    amount,
    pool_id: poolId,
    max_apr_bps: cap,
    requested_at: context.nowMs,
  };
  check(hasCollateral(context, request, price), REFUSALS.notEnoughCollateral);
  fillRedemptions(context, pools, poolId);
  const apr = rateFor(context, pools, request);
  if (apr === undefined) queue.emplace(receiver, request);
  else openLoan(context, pools, request, apr);
  pools.save();
  context.print(
    `loan ${String(request.id)}: ${apr === undefined ? 'queued' : `active at ${String(apr)} bps`}`,
  );
}

/** Opens what can be opened of the queue, in its order, skipping requests whose time has not come. */
export function openQueuedLoans(context: ContractContext, pools: Pools, price: bigint): void {
  const queue = context.table(loanRequestsTable, context.receiver);
  processRoundRobin(context, 'next_request', (lower) => queue.rows({ lower }), {
    limit: MAX_REQUESTS,
    visit: (request) => {
      const apr = rateFor(context, pools, request);
      if (apr === undefined || !hasCollateral(context, request, price)) return;
      queue.erase(request);
      openLoan(context, pools, request, apr);
    },
  });
}

/** Takes the queued request of an account out of the queue; history remembers it as cancelled. */
export function cancelRequest(context: ContractContext, { account }: ArgsOf<typeof cancelloan>): void {
  context.requireAuth(account);
  const queue = context.table(loanRequestsTable, context.receiver);
  const request = queue.findBy('account', nameToValue(account)) ?? fail(REFUSALS.noRequest);
  queue.erase(request);
  endLoan(context, {
    ...newLoan(request, 0),
    outstanding_amount: amountOf(USDT, 0n),
    start_time: request.requested_at,
    end_time: context.nowMs,
    status: LOAN_STATUS.cancelled,
    debt_shares: 0n,
    updated_at: context.nowMs,
  });
}

/** The rate a request would open at now; undefined when it has to wait. Lenders who want their money go first. */
function rateFor(context: ContractContext, pools: Pools, request: RequestRow): number | undefined {
  const { pool_id: poolId, amount, max_apr_bps: cap } = request;
  if (hasRedemptions(context, poolId)) return undefined;
  const apr = aprBpsAfterDisbursing(pools.get(poolId), pools.curve, amount.units);
  return apr !== undefined && apr <= cap ? apr : undefined;
}

function hasCollateral(context: ContractContext, { account, amount }: RequestRow, price: bigint): boolean {
  return isSafe({ debt: amount.units, collateral: collateralOf(context, vaultOf(context, account)), price });
}

function openLoan(context: ContractContext, pools: Pools, request: RequestRow, apr: number): void {
  const { receiver, nowMs } = context;
  const { pool, debtShares } = disburse(pools.get(request.pool_id), request.amount.units);
  pools.set(pool);
  context.table(loansTable, receiver).emplace(receiver, {
    ...newLoan(request, apr),
    outstanding_amount: request.amount,
    start_time: nowMs,
    end_time: 0,
    status: LOAN_STATUS.inProgress,
    debt_shares: debtShares,
    updated_at: nowMs,
  });
  pay(context, USDT, request.account, request.amount.units, `loan ${String(request.id)}`);
}

function newLoan({ id, account, amount, pool_id, max_apr_bps }: RequestRow, apr: number) {
  return {
    id,
    account,
    initial_amount: amount,
    terms: { apr_bps: apr, max_apr_bps, loan_duration_sec: 0, pool_id },
  };
}
