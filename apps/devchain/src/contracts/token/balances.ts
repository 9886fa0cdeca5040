import { type Asset, symbolCodeToValue } from '@app/antelope';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { withUnits } from './quantities';
import { balancesTable } from './tables';

/** Takes tokens from a holder, who pays for the row from then on. */
export function subtractBalance(context: ContractContext, owner: string, value: Asset): void {
  const balances = context.table(balancesTable, owner);
  const row = balances.get(symbolCodeToValue(value.symbol), 'no balance object found');
  check(row.balance.units >= value.units, 'overdrawn balance');
  balances.modify(row, { balance: withUnits(row.balance, row.balance.units - value.units) }, owner);
}

/** Gives tokens to a holder; a first row is at the payer's expense. */
export function addBalance(context: ContractContext, owner: string, value: Asset, payer: string): void {
  const balances = context.table(balancesTable, owner);
  const row = balances.find(symbolCodeToValue(value.symbol));
  if (row === undefined) balances.emplace(payer, { balance: value });
  else balances.modify(row, { balance: withUnits(row.balance, row.balance.units + value.units) });
}
