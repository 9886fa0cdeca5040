import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';
import { RecordingDatabase } from './query-plans';

const ACTIONS = 10;
const COUNT = /\bcount\(\*\)/;
const PAGE = { order: 'desc', skip: 0, limit: 4, countUpTo: 10_000 } as const;
/** All actions but those of the first block. */
const RANGE = { fromBlock: 3 };

describe('totals of pages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-totals-'));
  let database: RecordingDatabase;
  let reader: SqlHistoryReader;

  beforeAll(async () => {
    const file = path.join(folder, 'chain.sqlite');
    const made = new SampleBlocks();
    const actions = Array.from({ length: ACTIONS }, () => noteAction('alice', 'text'));
    const links = actions.map((_action, index) => ({
      account: name('alice'),
      code: name('alice') + BigInt(index << 8),
      action: 0n,
      permission: name('trade'),
    }));
    const writer = openSqliteWriter(file, 2);
    await writer.open(new Uint8Array(32));
    await writer.append([made.next([actions], { links }), made.next([actions])], 0);
    await writer.close();
    database = new RecordingDatabase(new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 2 }));
    reader = new SqlHistoryReader(database);
  });
  afterAll(async () => {
    await reader.close();
    rmSync(folder, { recursive: true });
  });

  type PageOf = typeof PAGE | { readonly skip: number; readonly limit: number };
  const actions = (page: PageOf) =>
    reader.actions({ ...PAGE, ...page, account: name('alice'), range: RANGE });
  const links = (page: PageOf) => reader.links({ ...PAGE, ...page, account: name('alice') });

  /** The total of a page, and where it is counted among the statements, from the end: 0 is the last one; -1: not at all. */
  async function counted(read: typeof actions | typeof links, page: { skip: number; limit: number }) {
    database.statements.length = 0;
    const { total } = await read(page);
    return { total, at: database.statements.toReversed().findIndex(({ sql }) => COUNT.test(sql)) };
  }

  it.each([
    ['actions of a range', actions],
    ['links', links],
  ])(
    'a page of %s is read before its total is counted, which the last page does not need',
    async (_what, read) => {
      const total = { value: ACTIONS, relation: 'eq' };
      expect(await counted(read, { skip: 0, limit: 4 })).toEqual({ total, at: 0 });
      expect(await counted(read, { skip: 8, limit: 4 })).toEqual({ total, at: -1 });
      expect(await counted(read, { skip: 0, limit: ACTIONS + 1 })).toEqual({ total, at: -1 });
      expect(await counted(read, { skip: ACTIONS + 5, limit: 4 })).toEqual({ total, at: 0 });
    },
  );

  it('a total is not that of a cursor, which a client may have written', async () => {
    const [last] = (await actions({ skip: 7, limit: 1 })).items;
    const behind = { sequence: last!.globalSequence, passed: 0 };
    const next = await reader.actions({ ...PAGE, account: name('alice'), range: RANGE, behind });
    expect([next.items.length, next.total]).toEqual([2, { value: ACTIONS, relation: 'eq' }]);
  });
});
