import type { PermissionRow } from '@app/ship';
import type { Authority, PermissionWrite } from './block-writes';
import type { NativeRow } from './contract-rows';
import { millisecondsOf } from './slots';

export const permissionWrites = (rows: readonly NativeRow<'permission'>[]): PermissionWrite[] =>
  rows.map(({ present, row: { owner, name, parent, lastUpdated, auth } }) => ({
    owner,
    name,
    parent,
    lastUpdatedMs: millisecondsOf(lastUpdated),
    authority: present ? authorityOf(auth) : undefined,
  }));

const authorityOf = ({ threshold, keys, accounts, waits }: PermissionRow['auth']): Authority => ({
  threshold,
  keys,
  accounts: accounts.map(({ permission, weight }) => ({ ...permission, weight })),
  waits,
});
