import { formatAmount, nameToValue } from '@app/antelope';
import { BTC, CBTC, NATIVE, shareOf, type Token, USDT } from '../contracts/shared/tokens';
import { vaultsTable } from '../contracts/loan/tables';
import { DEFAULT_POOL } from '../genesis/lending-launch';
import type { InProcessClient } from '../client/in-process-client';
import { LENDING } from '../contracts/shared/account-names';

/** Balances of an account as decimal text, CBTC from its vault; 0 for tokens the chain does not have. */
export function displayBalances(view: InProcessClient, account: string): Record<string, string> {
  const owned = view.find(LENDING, LENDING, vaultsTable, nameToValue(account));
  const held = (token: Token): [string, string] => {
    const holder = token === CBTC ? (owned?.vault ?? account) : account;
    return [token.symbol, formatAmount(view.balance(holder, token), token.precision)];
  };
  return Object.fromEntries([BTC, USDT, NATIVE, shareOf(DEFAULT_POOL), CBTC].map(held));
}
