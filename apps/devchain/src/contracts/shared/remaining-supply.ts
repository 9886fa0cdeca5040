import { symbolCodeToValue } from '@app/antelope';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { tokenStatsTable } from '../token/tables';
import type { Token } from './tokens';

/** Units of a token that can still be issued. */
export function remainingSupply(context: ContractContext, { contract, symbol }: Token): bigint {
  const code = symbolCodeToValue(symbol);
  const token = context.table(tokenStatsTable, code, contract).find(code);
  return token === undefined ? 0n : token.max_supply.units - token.supply.units;
}
