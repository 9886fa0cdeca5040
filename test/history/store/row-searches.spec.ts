import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { BroadQueryError } from '../../../apps/history/src/store/errors';
import { openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import { deltaSequence } from '../../../apps/history/src/store/positions';
import type { DeltaQuery } from '../../../apps/history/src/store/queries';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { runOnStore } from '../../harness/history/stored-version';
import { sharedPostgres } from '../../harness/process/postgres';

const BLOCKS = 60;
const ROWS = 100;
/** More scopes than the ranges that are merged. */
const HOLDERS = 600;
/** Fewer rows than a search would have to look at without an index of rows. */
const limits = { maxRows: 300, maxDecodedRows: 300 };
const PAGE = { order: 'desc', skip: 0, limit: 10, countUpTo: 10_000, isTotalWanted: true } as const;

const lettered = (value: number): string =>
  [...String(value)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

function row(table: string, scope: string, primaryKey: number, present = true): DeltaWrite {
  return {
    ...{ code: name('shop'), table: name(table), scope: name(scope), primaryKey: BigInt(primaryKey) },
    ...{ payer: name(scope), present, value: new Uint8Array([primaryKey % 256]) },
  };
}

/**
 * Old rows of each kind, then many others: an order that changes twice and is removed, an asset that goes through 40
 * hands, and balances of one symbol in more scopes than are merged.
 */
function rowsOfBlocks(): DeltaWrite[][] {
  const owners = Array.from({ length: 40 }, (_unused, index) => `owner${lettered(index)}`);
  const old = [
    [row('orders', 'market', 7), ...owners.map((owner) => row('assets', owner, 7))],
    [row('orders', 'market', 7), ...owners.slice(1).map((owner) => row('assets', owner, 7, false))],
    [row('orders', 'market', 7, false), row('orders', 'other', 7)],
  ];
  const holders = Array.from({ length: HOLDERS }, (_unused, index) =>
    row('accounts', `holder${lettered(index)}`, 1),
  );
  const later = Array.from({ length: BLOCKS }, (_block, block) =>
    Array.from({ length: ROWS }, (_row, index) => {
      const key = 1_000 + block * ROWS + index;
      return index % 2 === 0 ? row('orders', 'market', key) : row('assets', 'market', key);
    }),
  );
  return [...old, holders, ...later];
}

describe.each(['SQLite', 'PostgreSQL'])('searches of rows of busy tables in %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-rows-'));
  const rows = rowsOfBlocks();
  let location: string;
  let reader: SqlHistoryReader;

  beforeAll(async () => {
    const isFile = kind === 'SQLite';
    location = isFile
      ? path.join(folder, 'rows.db')
      : await (await sharedPostgres()).createDatabase('row_searches');
    const writer = await openHistoryWriter(location);
    await writer.open(new Uint8Array(32));
    const made = new SampleBlocks();
    await writer.append(
      rows.map((deltas) => made.next([], { deltas })),
      0,
    );
    await writer.close();
    const database = isFile
      ? new SqliteReaders(location, 2)
      : await PostgresDatabase.at(location, { isWriter: false });
    reader = new SqlHistoryReader(database, { limits });
  });
  afterAll(async () => {
    await reader.close();
    rmSync(folder, { recursive: true });
  });

  /** Sequences of the rows that meet a condition, newest first. */
  const expected = (isWanted: (delta: DeltaWrite) => boolean): bigint[] =>
    rows
      .flatMap((deltas, block) =>
        deltas.map((delta, index) => ({ delta, sequence: deltaSequence(block + 2, index) })),
      )
      .filter(({ delta }) => isWanted(delta))
      .map(({ sequence }) => sequence)
      .reverse();

  const shop = { code: name('shop') };
  const isOf = (table: string, delta: DeltaWrite): boolean => delta.table === name(table);

  it.each<[string, Partial<DeltaQuery>, (delta: DeltaWrite) => boolean]>([
    [
      'an order',
      { ...shop, table: name('orders'), scope: name('market'), primaryKey: 7n },
      (delta) => isOf('orders', delta) && delta.primaryKey === 7n && delta.scope === name('market'),
    ],
    [
      'a key in all scopes',
      { ...shop, table: name('orders'), primaryKey: 7n },
      (delta) => isOf('orders', delta) && delta.primaryKey === 7n,
    ],
    [
      'an asset that had many owners',
      { ...shop, table: name('assets'), primaryKey: 7n },
      (delta) => isOf('assets', delta) && delta.primaryKey === 7n,
    ],
    [
      'a key in all tables of a contract, removed',
      { ...shop, primaryKey: 7n, present: false },
      (delta) => delta.primaryKey === 7n && !delta.present,
    ],
    ['a key that no row has', { ...shop, table: name('orders'), primaryKey: 8n }, () => false],
    [
      'removed orders',
      { ...shop, table: name('orders'), present: false },
      (delta) => isOf('orders', delta) && !delta.present,
    ],
    [
      'removed rows of a scope',
      { ...shop, scope: name('market'), present: false },
      (delta) => delta.scope === name('market') && !delta.present,
    ],
    ['removed rows', { present: false }, (delta) => !delta.present],
  ])(
    'the rows of %s are found behind all others, in pages and with their total',
    async (_what, query, isWanted) => {
      const wanted = expected(isWanted);
      const found: bigint[] = [];
      do {
        const { items, total } = await reader.deltas({ ...PAGE, ...query, skip: found.length });
        expect(total).toEqual({ value: wanted.length, relation: 'eq' });
        expect(items).toHaveLength(Math.min(PAGE.limit, wanted.length - found.length));
        found.push(...items.map(({ sequence }) => sequence));
      } while (found.length < wanted.length);
      expect(found).toEqual(wanted);
      const { items } = await reader.deltas({ ...PAGE, ...query, order: 'asc', limit: 100 });
      expect(items.map(({ sequence }) => sequence)).toEqual(wanted.toReversed());
    },
  );

  it('the rows of a key in more scopes than are merged are found by their table', async () => {
    const query = { ...shop, table: name('accounts'), primaryKey: 1n };
    const { items } = await reader.deltas({ ...PAGE, ...query });
    const wanted = expected((delta) => isOf('accounts', delta));
    expect(wanted).toHaveLength(HOLDERS);
    expect(items.map(({ sequence }) => sequence)).toEqual(wanted.slice(0, PAGE.limit));
  });

  it('searches of rows are bounded while their index is not built', async () => {
    const old = [
      { ...shop, table: name('orders'), primaryKey: 7n },
      { ...shop, table: name('orders'), present: false },
      { ...shop, scope: name('market'), present: false },
    ];
    const indexes = [
      'delta_by_pk_tbl_scope_seq',
      'delta_by_tbl_seq_where_present_0',
      'delta_by_scope_tbl_seq_where_present_0',
    ];
    await runOnStore(
      location,
      indexes.map((index) => [`DROP INDEX ${index}`, []] as const),
    );
    for (const query of old)
      await expect(reader.deltas({ ...PAGE, ...query })).rejects.toThrow(BroadQueryError);
    const recent = {
      ...shop,
      table: name('orders'),
      primaryKey: BigInt(1_000 + BLOCKS * ROWS - 2),
      limit: 1,
    };
    expect((await reader.deltas({ ...PAGE, ...recent, isTotalWanted: false })).items).toHaveLength(1);
    const writer = await openHistoryWriter(location);
    await writer.open(new Uint8Array(32));
    await writer.close();
    for (const query of old) expect((await reader.deltas({ ...PAGE, ...query })).items).not.toEqual([]);
  });
});
