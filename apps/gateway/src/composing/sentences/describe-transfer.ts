import type { ProfileWithoutTables, Role } from '@app/networks';
import { whyTokensStayAt } from '../receivers';
import { type ActionDescriber, type DecodedTransfer, movedAmount } from './facts';

/** Contracts that do something with what they are sent, and what they are. */
const RECEIVERS: Partial<Record<Role, string>> = {
  exchange: 'the exchange',
  lending: 'the lending contract',
  btc_bridge: 'the bridge to Bitcoin',
  vault_bridge: 'the bridge of the vaults',
};

/** A plain transfer; the sentence says so where its receiver is a contract that reads memos. */
export const describeTransfer: ActionDescriber = ({ profile }, _action, transfer) => {
  if (transfer === undefined) return undefined;
  const { from, to, memo } = transfer;
  const note = memo === '' ? 'without a memo' : `with the memo ${JSON.stringify(memo)}`;
  return `${from} sends ${movedAmount(profile, transfer)} to ${to} ${note}.${caution(profile, transfer)}`;
};

function caution(profile: ProfileWithoutTables, { contract, asset, to }: DecodedTransfer): string {
  // Collateral in a vault is its owner's to withdraw.
  const isCollateral = profile.tokenOf(contract, asset.symbol)?.apiSymbol === 'CBTC';
  if (isCollateral && profile.isVaultName(to)) return '';
  const reason = whyTokensStayAt(profile, to);
  if (reason !== undefined) return ` ${reason}.`;
  for (const [role, words] of Object.entries(RECEIVERS)) {
    if (profile.account(role as Role) === to)
      return ` ${to} is ${words}, and this payment asks it for nothing that is known here.`;
  }
  return '';
}
