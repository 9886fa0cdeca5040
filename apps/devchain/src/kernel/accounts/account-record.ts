import type { BandwidthRecord, ResourceLedger } from '../resources/resource-ledger';
import { type Authority, compareNames } from '../sdk/authority';
import { ANY_PERMISSION } from '../sdk/permissions';
import type { AccountState } from './account-state';
import type { LinkedAction, Permissions } from './permissions';

// Times are milliseconds since 1970, sizes bytes; -1n is "unlimited".

export interface PermissionRecord {
  name: string;
  /** '' for owner. */
  parent: string;
  authority: Authority;
  linkedActions: readonly LinkedAction[];
}

export interface AccountRecord {
  name: string;
  isPrivileged: boolean;
  createdMs: number;
  lastCodeUpdateMs: number;
  ramQuota: bigint;
  ramUsage: bigint;
  netWeight: bigint;
  cpuWeight: bigint;
  net: BandwidthRecord;
  cpu: BandwidthRecord;
  /** Sorted by name value. */
  permissions: readonly PermissionRecord[];
  /** Actions linked to `eosio.any`, which needs no more than a valid signature of any permission. */
  anyLinkedActions: readonly LinkedAction[];
}

/** The record of an account at a slot. */
export function accountRecord(
  { permissions, resources }: { permissions: Permissions; resources: ResourceLedger },
  account: AccountState,
  slot: number,
): AccountRecord {
  return {
    name: account.name,
    isPrivileged: account.isPrivileged,
    createdMs: account.createdMs,
    lastCodeUpdateMs: account.lastCodeUpdateMs,
    ramQuota: account.ramQuota,
    ramUsage: BigInt(account.ramUsage),
    netWeight: account.netWeight,
    cpuWeight: account.cpuWeight,
    net: resources.bandwidth(account, 'net', slot),
    cpu: resources.bandwidth(account, 'cpu', slot),
    permissions: [...account.permissions.values()]
      .sort((left, right) => compareNames(left.name, right.name))
      .map(({ name, parent, authority }) => ({
        name,
        parent,
        authority,
        linkedActions: permissions.linkedActions(account, name),
      })),
    anyLinkedActions: permissions.linkedActions(account, ANY_PERMISSION),
  };
}
