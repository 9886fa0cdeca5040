import { formatPrice, nameToValue } from '@app/antelope';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { ACTIVE } from '../../../kernel/sdk/permissions';
import { PRICE_DECIMALS } from '../../oracle/feeds';
import { LIQUIDATOR } from '../../shared/account-names';
import { amountOf, CBTC, USDT } from '../../shared/tokens';
import { transfer } from '../../token/signatures';
import { processRoundRobin } from '../cursors';
import { liquidationSale, type Sale } from '../loans/collateral';
import { endLiquidation, endLoan } from '../loans/ended-loans';
import { LIQUIDATING, reviewLoan } from '../loans/loan-review';
import { LOAN_STATUS } from '../loans/loan-status';
import { closeDebt, debtOf } from '../pool/debt';
import type { Pools } from '../pool/pools';
import { REFUSALS } from '../refusals';
import { backstopTable, liquidationsTable, loansTable, type LoanRow } from '../tables';
import { collateralOf, vaultOf } from '../vault/vault';

/** Loans that one call of processqueue looks at. */
export const MAX_REVIEWS = 20;

/** Takes what the liquidator pays in. */
export function fundBackstop(context: ContractContext, account: string, units: bigint): void {
  check(account === LIQUIDATOR, REFUSALS.notLiquidator);
  changeBackstop(context, units);
}

/** Brings loans up to date and sells the collateral of those found liquidating before this call. */
export function reviewLoans(context: ContractContext, pools: Pools, price: bigint | undefined): void {
  const loans = context.table(loansTable, context.receiver);
  processRoundRobin(context, 'next_loan', (lower) => loans.rows({ lower }), {
    limit: MAX_REVIEWS,
    visit: (row) => {
      const reviewed = reviewLoan(context, pools, row, price);
      const isDue = row.status === LOAN_STATUS.liquidating && reviewed.status === LOAN_STATUS.liquidating;
      if (isDue && price !== undefined) liquidate(context, pools, reviewed, price);
    },
  });
}

/** Sells collateral and closes the loan, once; waits when the backstop has not enough. */
function liquidate(context: ContractContext, pools: Pools, row: LoanRow, price: bigint): void {
  const vault = vaultOf(context, row.account);
  const before = pools.get(row.terms.pool_id);
  const debt = debtOf(before, row.debt_shares);
  const sale = liquidationSale({ debt, collateral: collateralOf(context, vault), price });
  const balance = backstopBalance(context);
  if (balance === undefined || sale.proceeds > balance) return;
  const { pool, loss } = closeDebt(before, row.debt_shares, sale.proceeds);
  pools.set(pool);
  if (sale.proceeds > 0n) changeBackstop(context, -sale.proceeds);
  if (sale.sold > 0n) seize(context, vault, sale.sold, row.id);
  finish(context, row, { sale, debt, loss, price });
}

function seize(context: ContractContext, vault: string, units: bigint, loanId: bigint): void {
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

function finish(context: ContractContext, row: LoanRow, { sale, debt, loss, price }: Outcome): void {
  const { nowMs } = context;
  const timers = context.table(liquidationsTable, LIQUIDATING);
  const timer = timers.get(row.id, REFUSALS.noLoan);
  timers.erase(timer);
  endLiquidation(context, {
    ...timer,
    finished_at: nowMs,
    debt: amountOf(USDT, debt),
    collateral: amountOf(CBTC, sale.sold),
    price: formatPrice(price, PRICE_DECIMALS),
    proceeds: amountOf(USDT, sale.proceeds),
    loss: amountOf(USDT, loss),
  });
  context.table(loansTable, context.receiver).erase(row);
  endLoan(context, {
    ...row,
    outstanding_amount: amountOf(USDT, 0n),
    status: LOAN_STATUS.liquidated,
    debt_shares: 0n,
    end_time: nowMs,
    updated_at: nowMs,
  });
}

function backstopBalance(context: ContractContext): bigint | undefined {
  return context.table(backstopTable, context.receiver).find(nameToValue(LIQUIDATOR))?.balance.units;
}

function changeBackstop(context: ContractContext, units: bigint): void {
  const table = context.table(backstopTable, context.receiver);
  const row = table.find(nameToValue(LIQUIDATOR));
  const balance = amountOf(USDT, (row?.balance.units ?? 0n) + units);
  if (row === undefined) table.emplace(context.receiver, { account: LIQUIDATOR, balance });
  else table.modify(row, { balance });
}
