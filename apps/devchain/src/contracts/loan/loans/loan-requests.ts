import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf, USDT } from '../../shared/tokens';
import { processRoundRobin } from '../cursors';
import type { Pools } from '../pool/pools';
import { REFUSALS } from '../refusals';
import type { cancelloan } from '../signatures';
import { loanRequestsTable } from '../tables';
import { endLoan } from './loan-history';
import { LOAN_STATUS } from './loan-status';
import { hasCollateral, loanOfRequest, openingRate, openLoan } from './open-loan';

/** Queued requests that one call of processqueue examines. */
const MAX_REQUESTS = 20;

/** Opens the queued loans whose rate and collateral allow it, in the order of their ids. */
export function openQueuedLoans(context: ContractContext, pools: Pools, price: bigint): void {
  const queue = context.table(loanRequestsTable, context.receiver);
  processRoundRobin(context, 'next_request', (lower) => queue.rows({ lower }), {
    limit: MAX_REQUESTS,
    visit: (request) => {
      const apr = openingRate(context, pools, request);
      if (apr === undefined || !hasCollateral(context, request, price)) return;
      queue.erase(request);
      openLoan(context, pools, request, apr);
    },
  });
}

/** Removes the queued request of an account. The history keeps it as a cancelled loan. */
export function cancelRequest(context: ContractContext, { account }: ArgsOf<typeof cancelloan>): void {
  context.requireAuth(account);
  const queue = context.table(loanRequestsTable, context.receiver);
  const request = queue.findBy('account', nameToValue(account)) ?? fail(REFUSALS.noRequest);
  queue.erase(request);
  endLoan(context, {
    ...loanOfRequest(request, 0),
    outstanding_amount: amountOf(USDT, 0n),
    start_time: request.requested_at,
    end_time: context.nowMs,
    status: LOAN_STATUS.cancelled,
    debt_shares: 0n,
    updated_at: context.nowMs,
  });
}
