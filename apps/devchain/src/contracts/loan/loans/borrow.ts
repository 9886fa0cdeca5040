import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { USDT } from '../../shared/tokens';
import { nextId } from '../cursors';
import { requirePrice } from '../oracle-price';
import { Pools } from '../pool/pools';
import { fillRedemptions } from '../redemptions/fill-redemptions';
import { REFUSALS } from '../refusals';
import type { borrowvar } from '../signatures';
import { loanRequestsTable, loansTable, type RequestRow } from '../tables';
import { requireAmount } from '../token-actions';
import { vaultOf } from '../vault/vault';
import { minimumLoan } from './collateral';
import { hasCollateral, openingRate, openLoan } from './open-loan';

/** Opens a loan when the rate after the loan is at or below the cap; otherwise the request waits in the queue. */
export function borrow(
  context: ContractContext,
  { account, amount, pool_id: poolId, max_apr_bps: cap }: ArgsOf<typeof borrowvar>,
): void {
  context.requireAuth(account);
  const units = requireAmount(USDT, amount);
  check(cap > 0, REFUSALS.noCap);
  const pools = new Pools(context);
  pools.get(poolId);
  vaultOf(context, account);
  const queue = context.table(loanRequestsTable, context.receiver);
  check(
    context.table(loansTable, context.receiver).findBy('account', nameToValue(account)) === undefined,
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
  const apr = openingRate(context, pools, request);
  if (apr === undefined) queue.emplace(context.receiver, request);
  else openLoan(context, pools, request, apr);
  pools.save();
  context.print(
    `loan ${String(request.id)}: ${apr === undefined ? 'queued' : `active at ${String(apr)} bps`}`,
  );
}
