import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { singleAuthority } from '../../../kernel/sdk/authority';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { newaccount, SYSTEM_ACCOUNT } from '../../../kernel/sdk/native-actions';
import { ACTIVE, CODE_PERMISSION } from '../../../kernel/sdk/permissions';
import { VAULT_BRIDGE } from '../../shared/account-names';
import { balanceOf } from '../../shared/balance';
import { CBTC } from '../../shared/tokens';
import { reqaddr } from '../../vaults/signatures';
import { REFUSALS } from '../refusals';
import type { createvault, genaddr } from '../signatures';
import { vaultsTable } from '../tables';
import { isVaultName } from './vault-name';

/** Creates the account of a vault. The lending account acts for it; its owner does not. */
export function createVault(context: ContractContext, { owner, vault }: ArgsOf<typeof createvault>): void {
  const { receiver } = context;
  context.requireAuth(owner);
  const table = context.table(vaultsTable, receiver);
  check(isVaultName(vault, receiver), REFUSALS.vaultName);
  check(!table.has(nameToValue(owner)), REFUSALS.hasVault);
  check(!context.isAccount(vault), REFUSALS.vaultTaken);
  const byLending = { permission: { actor: receiver, permission: ACTIVE }, weight: 1 };
  const byCode = { permission: { actor: receiver, permission: CODE_PERMISSION }, weight: 1 };
  context.inline(SYSTEM_ACCOUNT, newaccount, {
    creator: receiver,
    name: vault,
    owner: singleAuthority({ accounts: [byLending] }),
    active: singleAuthority({ accounts: [byLending, byCode] }),
  });
  table.emplace(receiver, { owner, vault });
}

/** Asks the vault bridge for the Bitcoin address of a vault. It comes later. */
export function requestAddress(context: ContractContext, { owner, vault }: ArgsOf<typeof genaddr>): void {
  context.requireAuth(owner);
  check(vaultOf(context, owner) === vault, REFUSALS.notVaultOwner);
  context.inline(VAULT_BRIDGE, reqaddr, { vault });
}

/** The vault of an account; fails the transaction when it has none. */
export function vaultOf(context: ContractContext, owner: string): string {
  return context.table(vaultsTable, context.receiver).get(nameToValue(owner), REFUSALS.noVault).vault;
}

/** CBTC units a vault holds. */
export function collateralOf(context: ContractContext, vault: string): bigint {
  return balanceOf(context, vault, CBTC);
}
