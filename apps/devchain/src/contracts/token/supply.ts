import { type Asset, symbolCodeToValue } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { addBalance, subtractBalance } from './balances';
import { checkMemo, checkQuantity, isValid, withUnits } from './quantities';
import type { create, issue, retire } from './signatures';
import { tokenStatsTable } from './tables';

/** Registers a token. */
export function createToken(
  context: ContractContext,
  { issuer, maximum_supply: maximumSupply }: ArgsOf<typeof create>,
): void {
  context.requireAuth(context.receiver);
  check(isValid(maximumSupply), 'invalid supply');
  check(maximumSupply.units > 0n, 'max-supply must be positive');
  const code = symbolCodeToValue(maximumSupply.symbol);
  const tokens = context.table(tokenStatsTable, code);
  check(!tokens.has(code), 'token with symbol already exists');
  const supply = withUnits(maximumSupply, 0n);
  tokens.emplace(context.receiver, { supply, max_supply: maximumSupply, issuer });
}

/** Makes tokens, for the issuer to pass on. */
export function issueTokens(context: ContractContext, { to, quantity, memo }: ArgsOf<typeof issue>): void {
  check(quantity.symbol !== '', 'invalid symbol name');
  checkMemo(memo);
  const code = symbolCodeToValue(quantity.symbol);
  const tokens = context.table(tokenStatsTable, code);
  const token = tokens.get(code, 'token with symbol does not exist, create token before issue');
  check(to === token.issuer, 'tokens can only be issued to issuer account');
  context.requireAuth(token.issuer);
  checkQuantity(quantity, token.supply, 'must issue positive quantity');
  const available = token.max_supply.units - token.supply.units;
  check(quantity.units <= available, 'quantity exceeds available supply');
  tokens.modify(token, { supply: plus(token.supply, quantity.units) });
  addBalance(context, token.issuer, quantity, token.issuer);
}

/** Takes tokens of the issuer out of existence. */
export function retireTokens(context: ContractContext, { quantity, memo }: ArgsOf<typeof retire>): void {
  check(quantity.symbol !== '', 'invalid symbol name');
  checkMemo(memo);
  const code = symbolCodeToValue(quantity.symbol);
  const tokens = context.table(tokenStatsTable, code);
  const token = tokens.get(code, 'token with symbol does not exist');
  context.requireAuth(token.issuer);
  checkQuantity(quantity, token.supply, 'must retire positive quantity');
  tokens.modify(token, { supply: plus(token.supply, -quantity.units) });
  subtractBalance(context, token.issuer, quantity);
}

function plus(asset: Asset, units: bigint): Asset {
  return withUnits(asset, asset.units + units);
}
