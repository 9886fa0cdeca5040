import { symbolCodeToValue } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { addBalance, subtractBalance } from './balances';
import { checkMemo, checkQuantity, isSameSymbol } from './quantities';
import type { close, open, transfer } from './signatures';
import { balancesTable, tokenStatsTable } from './tables';

/** Moves tokens and notifies both accounts. */
export function transferTokens(
  context: ContractContext,
  { from, to, quantity, memo }: ArgsOf<typeof transfer>,
): void {
  check(from !== to, 'cannot transfer to self');
  context.requireAuth(from);
  check(context.isAccount(to), 'to account does not exist');
  const code = symbolCodeToValue(quantity.symbol);
  const token = context.table(tokenStatsTable, code).get(code, 'unable to find key');
  context.notify(from);
  context.notify(to);
  checkQuantity(quantity, token.supply, 'must transfer positive quantity');
  checkMemo(memo);
  subtractBalance(context, from, quantity);
  addBalance(context, to, quantity, context.hasAuth(to) ? to : from);
}

/** Makes an empty balance, so that whoever pays later does not pay for the row. */
export function openBalance(
  context: ContractContext,
  { owner, symbol, ram_payer: payer }: ArgsOf<typeof open>,
): void {
  context.requireAuth(payer);
  check(context.isAccount(owner), 'owner account does not exist');
  const code = symbolCodeToValue(symbol.symbol);
  const token = context.table(tokenStatsTable, code).get(code, 'symbol does not exist');
  check(isSameSymbol(symbol, token.supply), 'symbol precision mismatch');
  const balances = context.table(balancesTable, owner);
  if (!balances.has(code)) balances.emplace(payer, { balance: { ...symbol, units: 0n } });
}

/** Takes an empty balance away. */
export function closeBalance(context: ContractContext, { owner, symbol }: ArgsOf<typeof close>): void {
  context.requireAuth(owner);
  const balances = context.table(balancesTable, owner);
  const row = balances.get(
    symbolCodeToValue(symbol.symbol),
    "Balance row already deleted or never existed. Action won't have any effect.",
  );
  check(row.balance.units === 0n, 'Cannot close because the balance is not zero.');
  balances.erase(row);
}
