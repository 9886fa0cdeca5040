import type { Name } from '../../../derive/name';
import { cutPage } from '../../page-bytes';
import type { PageQuery } from '../../queries';
import type { CreatedAccountRecord, Page, PermissionPlace, PermissionRecord } from '../../records';
import { readAuthority } from '../blobs';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, long, ordered, type SqlRow } from '../values';
import { listRows, sqlPage, type Where, whereOf } from './sql-page';

/** Up to `most`: an account may have any number of them, and each may have half a megabyte. */
export async function readPermissions(
  session: SqlSession,
  owner: Name,
  most: number,
): Promise<PermissionRecord[]> {
  const rows = await session.all('SELECT * FROM permission WHERE owner = ? ORDER BY owner, name LIMIT ?', [
    ordered(owner),
    most,
  ]);
  return rows.map(permissionOf);
}

/** Whole permissions. @throws LargePageError before one is read: an authority may have half a megabyte */
export async function readKeyPermissions(
  session: SqlSession,
  key: Uint8Array,
  page: PageQuery,
): Promise<Page<PermissionRecord>> {
  const list = {
    from: 'permission_key k JOIN permission p ON p.owner = k.owner AND p.name = k.name',
    where: whereOf([['k.pubkey = ?', key]]),
    orderBy: 'k.owner, k.name',
  };
  const sizes = await listRows(session, { ...list, columns: 'length(p.authority) AS size' }, page);
  cutPage(
    sizes,
    sizes.map(({ size }) => int(size)),
    {},
  );
  return sqlPage(session, { ...list, columns: 'p.*', page }, permissionOf);
}

/** The same without what they contain: any number of them is read. */
export const readKeyPlaces = (
  session: SqlSession,
  key: Uint8Array,
  page: PageQuery,
): Promise<Page<PermissionPlace>> =>
  placesIn(session, 'permission_key', whereOf([['pubkey = ?', key]]), page);

export const readControlledPermissions = (
  session: SqlSession,
  actor: Name,
  page: PageQuery,
): Promise<Page<PermissionPlace>> =>
  placesIn(session, 'permission_account', whereOf([['actor = ?', ordered(actor)]]), page);

const placesIn = (
  session: SqlSession,
  from: 'permission_key' | 'permission_account',
  where: Where,
  page: PageQuery,
): Promise<Page<PermissionPlace>> =>
  sqlPage(session, { from, columns: 'owner, name', where, orderBy: 'owner, name', page }, (row) => ({
    owner: fromOrdered(row.owner),
    name: fromOrdered(row.name),
  }));

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
