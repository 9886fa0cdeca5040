import { symbolCodeToValue } from '@app/antelope';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { balancesTable } from '../token/tables';
import type { Token } from './tokens';

/** Units of a token that an account holds. */
export function balanceOf(context: ContractContext, account: string, { contract, symbol }: Token): bigint {
  const row = context.table(balancesTable, account, contract).find(symbolCodeToValue(symbol));
  return row?.balance.units ?? 0n;
}
