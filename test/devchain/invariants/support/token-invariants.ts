import { nameToValue } from '@app/antelope';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { balancesTable, tokenStatsTable } from '../../../../apps/devchain/src/contracts/token/tables';
import { GENESIS_TOKENS } from '../../../../apps/devchain/src/genesis/tokens';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import { Amounts, differences } from './amounts';

const CONTRACTS = new Set(GENESIS_TOKENS.map(({ contract }) => contract));
const BALANCES = nameToValue(balancesTable.name);

/** The supply of every token equals the sum of all balances, and no balance is negative. */
export function* tokenViolations({ chain }: LendingChain): Generator<string> {
  const held = new Amounts();
  const supplied = new Amounts();
  for (const code of CONTRACTS) {
    for (const { scope, table } of chain.scopes({ code })) {
      const name = table === BALANCES ? balancesTable.name : tokenStatsTable.name;
      for (const { value } of chain.table(code, scope, name)?.rows() ?? []) {
        if (table === BALANCES) {
          const { symbol, units } = decode(balancesTable.row, value).balance;
          held.add(symbol, units);
          if (units < 0n) yield `a balance of ${String(units)} ${symbol}`;
        } else {
          const { supply, max_supply: most } = decode(tokenStatsTable.row, value);
          supplied.add(supply.symbol, supply.units);
          if (supply.units > most.units) yield `more ${supply.symbol} than there can be`;
        }
      }
    }
  }
  yield* differences('all balances', held, supplied);
}

/** The balances of an account. */
export function holdingsOf(chain: LendingChain, account: string): Amounts {
  const held = new Amounts();
  for (const token of GENESIS_TOKENS) held.add(token.symbol, chain.balance(account, token));
  return held;
}
