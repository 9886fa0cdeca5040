import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf, USDT } from '../../shared/tokens';
import { updateTimer } from '../liquidation/timer';
import { debtOf } from '../pool/debt';
import { aprBpsOf } from '../pool/pool';
import type { Pools } from '../pool/pools';
import { type LoanRow, loansTable } from '../tables';
import { collateralOf, vaultOf } from '../vault/vault';

/**
 * Updates the debt and the rate of a loan. With a price also its status: starts or removes the liquidation timer.
 * Without a price the status is unchanged.
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
