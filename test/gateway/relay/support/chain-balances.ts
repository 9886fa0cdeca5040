import { nameFromValue, nameToValue } from '@app/antelope';
import { balancesTable } from '../../../../apps/devchain/src/contracts/token/tables';
import { GENESIS_TOKENS } from '../../../../apps/devchain/src/genesis/tokens';
import type { Chain } from '../../../../apps/devchain/src/kernel/chain';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { Units } from './model-balances';

const CONTRACTS = [...new Set(GENESIS_TOKENS.map(({ contract }) => contract))];
const BALANCES = nameToValue(balancesTable.name);

/** The balances of every account on a chain, by `account symbol`, from the rows of the token contracts. */
export function allBalances(chain: Chain): Units {
  const held: Units = new Map();
  for (const code of CONTRACTS)
    for (const { scope, table } of chain.scopes({ code })) {
      if (table !== BALANCES) continue;
      for (const { value } of chain.table(code, scope, balancesTable.name)?.rows() ?? []) {
        const { symbol, units } = decode(balancesTable.row, value).balance;
        held.set(`${nameFromValue(scope)} ${symbol}`, units);
      }
    }
  return held;
}
