import { nameToValue, symbolCodeToValue } from '@app/antelope';
import type { Token } from '../../../apps/devchain/src/contracts/shared/tokens';
import { balancesTable, tokenStatsTable } from '../../../apps/devchain/src/contracts/token/tables';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import { decode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';

/** Units of a token that the contract says exist. */
export function supplyOf(chain: Chain, { contract, symbol }: Token): bigint {
  const code = symbolCodeToValue(symbol);
  const row = chain.table(contract, code, tokenStatsTable.name)?.find(code);
  return row === undefined ? 0n : decode(tokenStatsTable.row, row.value).supply.units;
}

/** The sum of the balances of all holders. */
export function totalBalanceOf(chain: Chain, { contract, symbol }: Token): bigint {
  const table = nameToValue(balancesTable.name);
  const scopes = [...chain.scopes({ code: contract })].filter((record) => record.table === table);
  return scopes.reduce((sum, { scope }) => {
    const row = chain.table(contract, scope, balancesTable.name)?.find(symbolCodeToValue(symbol));
    return row === undefined ? sum : sum + decode(balancesTable.row, row.value).balance.units;
  }, 0n);
}
