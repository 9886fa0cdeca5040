import type { PackedAction } from '@app/antelope';
import { amountOf, BTC, CBTC, NATIVE, type Token, USDT } from '../contracts/shared/tokens';
import { issue, transfer } from '../contracts/token/signatures';
import { actionOf } from '../client/action';
import { BTC_BRIDGE, VAULT_BRIDGE } from '../contracts/shared/account-names';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';

/** Tokens that can be issued, with their issuers. Pool shares come from deposits alone. */
export const ISSUERS: ReadonlyMap<Token, string> = new Map([
  [BTC, BTC_BRIDGE],
  [USDT, SYSTEM_ACCOUNT],
  [NATIVE, SYSTEM_ACCOUNT],
  [CBTC, VAULT_BRIDGE],
]);

/** Issues tokens to an account. */
export function issueTo(to: string, token: Token, units: bigint, memo: string): PackedAction[] {
  const issuer = ISSUERS.get(token);
  if (issuer === undefined) throw new RangeError(`${token.symbol} cannot be issued`);
  const quantity = amountOf(token, units);
  const made = actionOf(token.contract, issue, { to: issuer, quantity, memo }, issuer);
  return to === issuer ? [made] : [made, payment(issuer, to, token, units, memo)];
}

/** A transfer; its memo is the instruction to the receiving contract. */
export function payment(from: string, to: string, token: Token, units: bigint, memo: string): PackedAction {
  return actionOf(token.contract, transfer, { from, to, quantity: amountOf(token, units), memo }, from);
}
