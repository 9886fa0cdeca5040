import type {
  AccountMetadata,
  AccountRow,
  CodeId,
  PermissionLinkRow,
  PermissionRow,
  ResourceLimits,
  ResourceUsage,
} from '@app/ship';
import type { AccountState, Permission } from '../../kernel/accounts/account-state';
import { readLinkKey } from '../../kernel/accounts/permissions';
import { slotAtOrBefore } from '../../kernel/blocks/slots';
import type { Authority } from '../../kernel/sdk/authority';
import { nameValue } from '../name-values';
import { packedKey } from '../packed-keys';

const microseconds = (ms: number): bigint => BigInt(ms) * 1000n;

/** Native contracts have no WebAssembly: their code is named by a hash of zeros and is empty. */
export const NATIVE_CODE: CodeId = { vmType: 0, vmVersion: 0, codeHash: new Uint8Array(32) };

export const accountRow = ({ value, createdMs, abi }: AccountState): AccountRow => ({
  name: value,
  creationDate: slotAtOrBefore(createdMs),
  abi,
});

export const metadataRow = (account: AccountState, contracts: ReadonlySet<string>): AccountMetadata => ({
  name: account.value,
  privileged: account.isPrivileged,
  lastCodeUpdate: microseconds(account.lastCodeUpdateMs),
  code: contracts.has(account.name) ? NATIVE_CODE : undefined,
});

export const limitsRow = ({ value, netWeight, cpuWeight, ramQuota }: AccountState): ResourceLimits => ({
  owner: value,
  netWeight,
  cpuWeight,
  ramBytes: ramQuota,
});

export const usageRow = ({ value, netUsage, cpuUsage, ramUsage }: AccountState): ResourceUsage => ({
  owner: value,
  netUsage,
  cpuUsage,
  ramUsage: BigInt(ramUsage),
});

export const permissionRow = (
  owner: AccountState,
  { name, parent, lastUpdatedMs, authority }: Permission,
): PermissionRow => ({
  owner: owner.value,
  name: nameValue(name),
  parent: nameValue(parent),
  lastUpdated: microseconds(lastUpdatedMs),
  auth: authorityRow(authority),
});

/** @param key of `AccountState.links` */
export function linkRow(owner: AccountState, key: string, permission: string): PermissionLinkRow {
  const { account, action = '' } = readLinkKey(key);
  return {
    account: owner.value,
    code: nameValue(account),
    messageType: nameValue(action),
    requiredPermission: nameValue(permission),
  };
}

function authorityRow({ threshold, keys, accounts, waits }: Authority): PermissionRow['auth'] {
  return {
    threshold,
    keys: keys.map(({ key, weight }) => ({ key: packedKey(key), weight })),
    accounts: accounts.map(({ permission: { actor, permission }, weight }) => ({
      permission: { actor: nameValue(actor), permission: nameValue(permission) },
      weight,
    })),
    waits: waits.map(({ wait_sec, weight }) => ({ waitSec: wait_sec, weight })),
  };
}
