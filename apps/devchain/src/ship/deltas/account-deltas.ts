import type { AccountState } from '../../kernel/accounts/account-state';
import { accountRow, limitsRow, linkRow, metadataRow, permissionRow, usageRow } from './account-rows';
import type { DeltaTables } from './delta-tables';

type MaybeAccount = AccountState | undefined;
type Changed = (before: AccountState, after: AccountState) => boolean;

/**
 * Adds the rows of an account that differ between two states of it; undefined stands for no account. Values that are
 * replaced and never changed are compared by identity: a rolled back write leaves the value of before.
 */
export function addAccountChanges(
  deltas: DeltaTables,
  before: MaybeAccount,
  after: MaybeAccount,
  contracts: ReadonlySet<string>,
): void {
  const isAny = (changed: Changed): boolean =>
    before === undefined || after === undefined || changed(before, after);
  const metadata = (account: AccountState) => metadataRow(account, contracts);
  if (isAny(isAccountChanged))
    deltas.add('account', before && accountRow(before), after && accountRow(after));
  if (isAny(isMetadataChanged))
    deltas.add('account_metadata', before && metadata(before), after && metadata(after));
  addPermissions(deltas, before, after);
  addLinks(deltas, before, after);
  if (isAny(isLimitChanged))
    deltas.add('resource_limits', before && limitsRow(before), after && limitsRow(after));
  if (isAny(isUsageChanged))
    deltas.add('resource_usage', before && usageRow(before), after && usageRow(after));
}

const isAccountChanged: Changed = (before, after) => before.abi !== after.abi;

const isMetadataChanged: Changed = (before, after) =>
  before.isPrivileged !== after.isPrivileged || before.lastCodeUpdateMs !== after.lastCodeUpdateMs;

const isLimitChanged: Changed = (before, after) =>
  before.ramQuota !== after.ramQuota ||
  before.netWeight !== after.netWeight ||
  before.cpuWeight !== after.cpuWeight;

const isUsageChanged: Changed = (before, after) =>
  before.netUsage !== after.netUsage ||
  before.cpuUsage !== after.cpuUsage ||
  before.ramUsage !== after.ramUsage;

function addPermissions(deltas: DeltaTables, before: MaybeAccount, after: MaybeAccount): void {
  for (const name of keysOf(before?.permissions, after?.permissions)) {
    const old = before?.permissions.get(name);
    const now = after?.permissions.get(name);
    if (old === now) continue;
    deltas.add(
      'permission',
      before && old && permissionRow(before, old),
      after && now && permissionRow(after, now),
    );
  }
}

function addLinks(deltas: DeltaTables, before: MaybeAccount, after: MaybeAccount): void {
  for (const key of keysOf(before?.links, after?.links)) {
    const old = before?.links.get(key);
    const now = after?.links.get(key);
    if (old === now) continue;
    deltas.add(
      'permission_link',
      before && old !== undefined ? linkRow(before, key, old) : undefined,
      after && now !== undefined ? linkRow(after, key, now) : undefined,
    );
  }
}

function keysOf(...maps: readonly (ReadonlyMap<string, unknown> | undefined)[]): Set<string> {
  return new Set(maps.flatMap((map) => (map === undefined ? [] : [...map.keys()])));
}
