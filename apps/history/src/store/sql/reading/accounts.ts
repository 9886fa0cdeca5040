import type { Name } from '../../../derive/name';
import type { PageQuery } from '../../queries';
import type { CreatedAccountRecord, Page, PermissionRecord } from '../../records';
import { readAuthority } from '../blobs';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, long, ordered, type SqlRow } from '../values';
import { sqlPage, whereOf } from './sql-page';

export async function readPermissions(session: SqlSession, owner: Name): Promise<PermissionRecord[]> {
  const rows = await session.all('SELECT * FROM permission WHERE owner = ? ORDER BY owner, name', [
    ordered(owner),
  ]);
  return rows.map(permissionOf);
}

export const readKeyPermissions = (
  session: SqlSession,
  key: Uint8Array,
  page: PageQuery,
): Promise<Page<PermissionRecord>> =>
  sqlPage(
    session,
    {
      from: 'permission_key k JOIN permission p ON p.owner = k.owner AND p.name = k.name',
      columns: 'p.*',
      where: whereOf([['k.pubkey = ?', key]]),
      orderBy: 'k.owner, k.name',
      page,
    },
    permissionOf,
  );

export const readControlledPermissions = (
  session: SqlSession,
  actor: Name,
  page: PageQuery,
): Promise<Page<PermissionRecord>> =>
  sqlPage(
    session,
    {
      from: 'permission_account a JOIN permission p ON p.owner = a.owner AND p.name = a.name',
      columns: 'p.*',
      where: whereOf([['a.actor = ?', ordered(actor)]]),
      orderBy: 'a.owner, a.name',
      page,
    },
    permissionOf,
  );

const permissionOf = (row: SqlRow): PermissionRecord => ({
  owner: fromOrdered(row.owner),
  name: fromOrdered(row.name),
  parent: fromOrdered(row.parent),
  lastUpdatedMs: int(row.updated),
  authority: readAuthority(bytes(row.authority)),
  blockNum: int(row.block),
});

export const readCreatedAccounts = (
  session: SqlSession,
  creator: Name,
  page: PageQuery,
): Promise<Page<CreatedAccountRecord>> =>
  sqlPage(
    session,
    { from: 'created', where: whereOf([['creator = ?', ordered(creator)]]), orderBy: 'seq DESC', page },
    createdOf,
  );

export async function readCreation(
  session: SqlSession,
  account: Name,
): Promise<CreatedAccountRecord | undefined> {
  const [row] = await session.all('SELECT * FROM created WHERE account = ?', [ordered(account)]);
  return row && createdOf(row);
}

const createdOf = (row: SqlRow): CreatedAccountRecord => ({
  account: fromOrdered(row.account),
  creator: fromOrdered(row.creator),
  globalSequence: long(row.seq),
  transactionId: bytes(row.trx),
  blockNum: int(row.block),
  timeMs: int(row.time),
});
