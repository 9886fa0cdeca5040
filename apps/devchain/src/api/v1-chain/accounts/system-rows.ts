import { decodeType, nameToValue, rowType, type Json } from '@app/antelope';
import type { Chain } from '../../../kernel/chain';

const SYSTEM = 'eosio';

/** The account's row of a table of the system contract, decoded; null when the contract or the row is not there. */
export function systemRow(chain: Chain, table: string, scope: string, account: string): Json {
  const abi = chain.abi(SYSTEM)?.parsed;
  const type = abi && rowType(abi, table);
  if (abi === undefined || type === undefined) return null;
  const row = chain.table(SYSTEM, nameToValue(scope), table)?.find(nameToValue(account));
  return row === undefined ? null : decodeType(abi, type, row.value);
}
