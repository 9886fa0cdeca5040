import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActionQuery } from '../../../apps/history/src/store/queries';
import type { ActionRecord } from '../../../apps/history/src/store/records';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import type { SearchLimits } from '../../../apps/history/src/store/sql/reading/search-work';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';

const BLOCKS = 60;
const ACTIONS = 100;
const ALL = BLOCKS * ACTIONS;
const PAGE = { order: 'desc', skip: 0, limit: 10, countUpTo: 10_000 } as const;
/** Reads at a time of one reader. */
const SEARCHES = 4;
const WAITING = 64;

describe('searches of a SQLite store by a contract with many actions, and by receivers and actors', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-contracts-'));
  const file = path.join(folder, 'contracts.db');
  const NAMES = Array.from({ length: 20 }, (_, index) => `act${'abcdefghijklmnopqrst'[index] ?? ''}`);
  /** Fewer rows than there are behind the actions of the contract. */
  const limits = { maxRows: 300, maxDecodedRows: 300 };
  let reader: SqlHistoryReader;

  beforeAll(async () => {
    const made = new SampleBlocks();
    const own = NAMES.map((action) => ({ ...noteAction('bob', 'text', 'many'), name: action }));
    const other = { ...noteAction('alice', 'text', 'other'), notified: ['many'] };
    const others = Array.from({ length: ACTIONS }, () => other);
    const writer = openSqliteWriter(file, 8);
    await writer.open(new Uint8Array(32));
    await writer.append(
      [made.next([own]), made.next([own]), ...Array.from({ length: BLOCKS }, () => made.next([others]))],
      0,
    );
    await writer.close();
    reader = new SqlHistoryReader(new SqliteReaders(file, 2), { limits });
  });
  afterAll(async () => {
    await reader.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a page', { skip: 0, limit: 10 }, 10],
    ['all of them', { skip: 0, limit: 100 }, 2 * NAMES.length],
    ['the last ones', { skip: 35, limit: 10 }, 5],
  ])('actions of a contract with 20 actions are found behind all others: %s', async (_what, page, length) => {
    const query = { ...PAGE, ...page, filters: [{ code: name('many') }] };
    const { items, total } = await reader.actions(query);
    expect(total).toEqual({ value: 2 * NAMES.length, relation: 'eq' });
    expect(items).toHaveLength(length);
    const sequences = items.map(({ globalSequence }) => globalSequence);
    expect(sequences).toEqual(sequences.toSorted((one, next) => (one < next ? 1 : -1)));
    const next = await reader.actions({ ...query, range: { fromBlock: 3 }, countUpTo: 30 });
    expect(next.total).toEqual({ value: NAMES.length, relation: 'eq' });
  });

  it.each([
    ['actor', { actor: name('bob') }],
    ['actor with its permission', { actor: name('bob'), permission: name('active') }],
    ['receiver and actor', { receiver: name('many'), actor: name('bob') }],
  ])('actions by %s are found by the index of accounts', async (_what, conditions) => {
    const found = await reader.actions({ ...PAGE, conditions });
    expect(found.items).toHaveLength(PAGE.limit);
    expect(found.total).toEqual({ value: 2 * NAMES.length, relation: 'eq' });
  });
});

describe('searches of a SQLite store that look at many rows', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-searches-'));
  const file = path.join(folder, 'searches.db');
  const readers: SqlHistoryReader[] = [];
  let nowMs = 0;

  const readerOf = (limits: Partial<SearchLimits> = {}): SqlHistoryReader => {
    const reader = new SqlHistoryReader(new SqliteReaders(file, 2), { limits, monotonicMs: () => nowMs });
    readers.push(reader);
    return reader;
  };

  /** A check of each row, which keeps those of a share and takes a time by the clock of the reader. */
  function check(keep: (record: ActionRecord) => boolean, msPerRow = 0) {
    const counted = { rows: 0 };
    const isWanted: ActionQuery['isWanted'] = (record) => {
      counted.rows += 1;
      nowMs += msPerRow;
      return Promise.resolve(keep(record));
    };
    return { counted, isWanted };
  }

  beforeAll(async () => {
    const made = new SampleBlocks();
    const writer = openSqliteWriter(file, 8);
    await writer.open(new Uint8Array(32));
    const actions = Array.from({ length: ACTIONS }, () => noteAction('alice', 'text'));
    await writer.append(
      Array.from({ length: BLOCKS }, () => made.next([actions])),
      0,
    );
    await writer.close();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a search whose time is used up before its page is full is refused', async () => {
    const { counted, isWanted } = check(() => false, 1);
    const search = readerOf({ maxMs: 500 }).actions({ ...PAGE, isWanted });
    await expect(search).rejects.toMatchObject({ name: 'BroadQueryError' });
    expect(counted.rows).toBe(512);
  });

  it('a search whose time is used up after its page is full is answered with a lower limit of the total', async () => {
    const { isWanted } = check(({ globalSequence }) => globalSequence % 2n === 0n, 1);
    const found = await readerOf({ maxMs: 500 }).actions({ ...PAGE, isWanted, isTotalWanted: true });
    expect(found.items).toHaveLength(PAGE.limit);
    expect(found.total).toEqual({ value: 256, relation: 'gte' });
  });

  it('time in which other work runs does not count for a search', async () => {
    const { isWanted } = check(() => false);
    const search = readerOf({ maxMs: 500 }).actions({ ...PAGE, isWanted });
    const other = setInterval(() => (nowMs += 10_000), 0);
    await expect(search).resolves.toMatchObject({ items: [], total: { value: 0, relation: 'eq' } });
    clearInterval(other);
  });

  it('another read is answered before a search that began earlier has ended', async () => {
    const reader = readerOf();
    const ended: string[] = [];
    const { counted, isWanted } = check(() => false);
    const search = reader.actions({ ...PAGE, isWanted }).then(() => ended.push('search'));
    await new Promise((resolve) => setImmediate(resolve));
    const page = reader.actions({ ...PAGE, account: name('alice') }).then(() => ended.push('page'));
    await Promise.all([search, page]);
    expect(counted.rows).toBe(ALL);
    expect(ended).toEqual(['page', 'search']);
  });

  it('searches above those that run wait, pages do not, and too many that wait are refused', async () => {
    const reader = readerOf();
    const { isWanted } = check(() => false);
    const ended: string[] = [];
    const searches = Array.from({ length: SEARCHES + WAITING + 1 }, () =>
      reader.actions({ ...PAGE, isWanted, range: { fromBlock: BLOCKS - 5 } }).then(
        () => ended.push('search'),
        (error: Error) => ended.push(error.message),
      ),
    );
    const page = reader.actions({ ...PAGE, account: name('alice') }).then(() => ended.push('page'));
    await Promise.all([...searches, page]);
    expect(ended.slice(0, 2).toSorted()).toEqual([
      'page',
      'too many searches wait: narrow the search, or try again',
    ]);
    expect(ended.filter((each) => each === 'search')).toHaveLength(SEARCHES + WAITING);
  });

  it('a search ends 2000 rows behind its page, and counts on only where the total is asked for', async () => {
    const page = check(() => true);
    const found = await readerOf().actions({ ...PAGE, isWanted: page.isWanted });
    expect(found.total).toEqual({ value: page.counted.rows, relation: 'gte' });
    expect(page.counted.rows).toBeLessThan(2600);
    const tracked = check(() => true);
    const counted = await readerOf().actions({ ...PAGE, isWanted: tracked.isWanted, isTotalWanted: true });
    expect(counted.total).toEqual({ value: ALL, relation: 'eq' });
  });

  it.each(['actions', 'deltas'] as const)('all %s of a range are counted up to a bound', async (kind) => {
    const reader = readerOf({ maxCounted: 3 });
    const query = { ...PAGE, countUpTo: Infinity, isTotalWanted: true, range: { fromBlock: 2 } };
    const { total } = await reader[kind](query);
    expect(total).toEqual(kind === 'actions' ? { value: 3, relation: 'gte' } : { value: 0, relation: 'eq' });
  });
});
