import { formatPrice } from '@app/antelope';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { ACTIVE } from '../../../kernel/sdk/permissions';
import { PRICE_DECIMALS } from '../../oracle/feeds';
import { LIQUIDATOR } from '../../shared/account-names';
import { amountOf, CBTC, USDT } from '../../shared/tokens';
import { transfer } from '../../token/signatures';
import { liquidationSale, type Sale } from '../loans/collateral';
import { closeLoan, endLiquidation } from '../loans/loan-history';
import { LOAN_STATUS } from '../loans/loan-status';
import { closeDebt, debtOf } from '../pool/debt';
import type { Pools } from '../pool/pools';
import { REFUSALS } from '../refusals';
import { liquidationsTable, type LoanRow } from '../tables';
import { collateralOf, vaultOf } from '../vault/vault';
import { backstopBalance, changeBackstop } from './backstop';
import { LIQUIDATING } from './timer';

/** Sells collateral to the liquidator and closes the loan. Does nothing while the backstop cannot pay for it. */
export function liquidate(context: ContractContext, pools: Pools, row: LoanRow, price: bigint): void {
  const vault = vaultOf(context, row.account);
  const before = pools.get(row.terms.pool_id);
  const debt = debtOf(before, row.debt_shares);
  const sale = liquidationSale({ debt, collateral: collateralOf(context, vault), price });
  const balance = backstopBalance(context);
  if (balance === undefined || sale.proceeds > balance) return;
  const { pool, loss } = closeDebt(before, row.debt_shares, sale.proceeds);
  pools.set(pool);
  if (sale.proceeds > 0n) changeBackstop(context, -sale.proceeds);
  if (sale.sold > 0n) seizeCollateral(context, vault, sale.sold, row.id);
  finishTimer(context, row.id, { sale, debt, loss, price });
  closeLoan(context, row, LOAN_STATUS.liquidated);
}

function seizeCollateral(context: ContractContext, vault: string, units: bigint, loanId: bigint): void {
  const quantity = amountOf(CBTC, units);
  const memo = `liquidation of loan ${String(loanId)}`;
  context.inline(CBTC.contract, transfer, { from: vault, to: LIQUIDATOR, quantity, memo }, [
    { actor: vault, permission: ACTIVE },
  ]);
}

interface Outcome {
  readonly sale: Sale;
  readonly debt: bigint;
  readonly loss: bigint;
  readonly price: bigint;
}

function finishTimer(context: ContractContext, loanId: bigint, { sale, debt, loss, price }: Outcome): void {
  const timers = context.table(liquidationsTable, LIQUIDATING);
  const timer = timers.get(loanId, REFUSALS.noLoan);
  timers.erase(timer);
  endLiquidation(context, {
    ...timer,
    finished_at: context.nowMs,
    debt: amountOf(USDT, debt),
    collateral: amountOf(CBTC, sale.sold),
    price: formatPrice(price, PRICE_DECIMALS),
    proceeds: amountOf(USDT, sale.proceeds),
    loss: amountOf(USDT, loss),
  });
}
