import { conciseForm, without } from '@app/tooling';
import { shortDecimal } from '../../formatting/short-decimal';
import { type ConciseLoanAnswer, ConciseLoansAnswer } from './dto/concise-loans.dto';
import type { GetLoansAnswer, LoanAnswer } from './dto/get-loans.dto';

/** The short form of get_loans. */
export const CONCISE_LOANS = conciseForm(
  ConciseLoansAnswer,
  ({ network, active, queued, history, ...answer }: GetLoansAnswer): ConciseLoansAnswer => ({
    network,
    detail: 'concise',
    head_block_num: answer.head_block_num,
    liquidation_ltv_bps: answer.liquidation_ltv_bps,
    active: active.map(conciseLoan),
    queued: queued.map((request) => ({
      ...without(request, 'requested_at'),
      amount_usdt: shortDecimal(request.amount_usdt),
    })),
    ...(history && {
      history: history.map(({ id, account, pool_id, principal_usdt, ended_at, status }) => ({
        ...{ id, account, pool_id, principal_usdt: shortDecimal(principal_usdt), ended_at, status },
      })),
    }),
    truncated: answer.truncated,
    next_cursor: answer.next_cursor,
  }),
);

/** The debt of the last write stands in for the one that pays it off where that is not known. */
function conciseLoan(loan: LoanAnswer): ConciseLoanAnswer {
  const { id, account, pool_id, payoff_usdt, ltv_bps, current_apr_bps, status } = loan;
  return {
    ...{ id, account, pool_id, payoff_usdt: shortDecimal(payoff_usdt) },
    ...(payoff_usdt === null && { outstanding_usdt: shortDecimal(loan.outstanding_usdt) }),
    collateral_cbtc: shortDecimal(loan.collateral_cbtc),
    ltv_bps,
    liquidation_price: shortDecimal(loan.liquidation_price),
    current_apr_bps,
    status,
    liquidatable_at: loan.liquidatable_at,
  };
}
