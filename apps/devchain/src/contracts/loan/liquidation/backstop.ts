import { nameToValue } from '@app/antelope';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { LIQUIDATOR } from '../../shared/account-names';
import { amountOf, USDT } from '../../shared/tokens';
import { REFUSALS } from '../refusals';
import { backstopTable } from '../tables';

/** Adds a payment of the liquidator to the backstop. */
export function fundBackstop(context: ContractContext, account: string, units: bigint): void {
  check(account === LIQUIDATOR, REFUSALS.notLiquidator);
  changeBackstop(context, units);
}

/** USDT units in the backstop; undefined before the first payment. */
export function backstopBalance(context: ContractContext): bigint | undefined {
  return context.table(backstopTable, context.receiver).find(nameToValue(LIQUIDATOR))?.balance.units;
}

export function changeBackstop(context: ContractContext, units: bigint): void {
  const table = context.table(backstopTable, context.receiver);
  const row = table.find(nameToValue(LIQUIDATOR));
  const balance = amountOf(USDT, (row?.balance.units ?? 0n) + units);
  if (row === undefined) table.emplace(context.receiver, { account: LIQUIDATOR, balance });
  else table.modify(row, { balance });
}
