import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BlockWrites, DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { ROWS_AT_BLOCK } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import type { ColdTier } from '../../../apps/history/src/store/cold/cold-tier';
import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import { answerText } from '../../harness/history/query-battery';
import { balanceRow, name, SampleBlocks } from '../../harness/history/sample-blocks';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { MovingStores, type Tiers } from './moving-stores';
import { StoppingTier } from './stopping-tier';
import { moveAll, UNHURRIED } from './tiered-stores';

const KIB = 1024;
const PLACE = { code: name('sys.token'), table: name('accounts') };
const ALICE = { ...PLACE, scope: name('alice') };
/** Rows of a table, each of which has a change below the border and one above it. */
const ROWS = 300;
const FIRST = 2;
const CHANGED = 16;
const HEAD = 19;
/** With blocks of four and three that stay. */
const BORDER = 16;
const LARGE_KEYS = [5n, 250n];
/** Of a row that has no change above the border. */
const OLD_KEY = 999n;

const row = (primaryKey: bigint, block: number, present = true): DeltaWrite => ({
  ...{ ...ALICE, payer: name('alice'), primaryKey, present },
  value: LARGE_KEYS.includes(primaryKey)
    ? Buffer.from(String(block % 10).repeat(200 * KIB))
    : balanceRow(`${block}.0000 SYS`),
});

/** Rows that are made, changed behind the border, and of which one is removed there. */
function blocks(): BlockWrites[] {
  const made = new SampleBlocks(FIRST);
  const all = Array.from({ length: ROWS }, (_row, key) => BigInt(key));
  return Array.from({ length: HEAD - FIRST + 1 }, (_block, index) => {
    const num = FIRST + index;
    if (num === FIRST) return made.next([], { deltas: all.map((key) => row(key, num)) });
    if (num === CHANGED) return made.next([], { deltas: all.map((key) => row(key, num, key !== 7n)) });
    return made.next([], { deltas: [row(1n, num), ...(num === FIRST + 1 ? [row(OLD_KEY, num)] : [])] });
  });
}

/** The text itself has 400 KiB. */
const digestOf = (answer: unknown): string => createHash('sha256').update(answerText(answer)).digest('hex');

describe('changed rows of a store with two tiers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cold-deltas-'));
  const stores = new MovingStores(folder);
  const pageOf = { order: 'desc', skip: 0, limit: 2, countUpTo: 10_000 } as const;
  let clickhouse: ClickhouseServer;
  let whole: SqlHistoryReader;
  let moved: Tiers;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    const unmoved = await stores.fill(blocks(), clickhouse.createDatabase('whole'));
    whole = new SqlHistoryReader(unmoved.database, UNHURRIED);
    moved = await stores.fill(blocks(), clickhouse.createDatabase('moved'));
    await moveAll(moved.mover());
  });
  afterAll(async () => {
    await stores.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  /** A reader of the moved store whose statements of the cold tier are kept. */
  function watched(change: (tier: ColdTier) => Partial<ColdTier> = () => ({})) {
    const statements: string[] = [];
    const tuples: ColdTier['tuples'] = (sql, ...rest) => {
      if (sql.includes('delta')) statements.push(sql);
      return moved.tier.tuples(sql, ...rest);
    };
    const tier = Object.assign(new StoppingTier(moved.tier), { tuples }, change(moved.tier));
    return { reader: new SqlHistoryReader(new TieredDatabase(moved.database, tier), UNHURRIED), statements };
  }

  it('changed rows of moved blocks are in ClickHouse alone', async () => {
    const left = await moved.database.read((session) => session.tuples('SELECT min(seq) FROM delta'));
    expect(Number(BigInt(left[0]![0] as bigint) >> 24n)).toBe(BORDER);
  });

  it('a page of rows at a past block looks all of them up together', async () => {
    const query = { ...ALICE, atBlock: FIRST, limit: ROWS };
    const { reader, statements } = watched();
    const answer = await reader.answer(ROWS_AT_BLOCK, query);
    expect(digestOf(answer)).toBe(digestOf(await whole.answer(ROWS_AT_BLOCK, query)));
    expect(answer.rows.map(({ value }) => value.length)).toContain(200 * KIB);
    const lookUps = statements.filter((sql) => sql.includes('FROM delta_row'));
    const values = statements.filter((sql) => sql.includes('substring(value'));
    // Of 200 rows, of the one that is gone, and of the other ones.
    expect(lookUps).toHaveLength(3);
    expect(values.length).toBeLessThanOrEqual(ROWS / 20 + 2);
    // The rest: what was removed since, and the two large values.
    expect(statements.length - lookUps.length - values.length).toBeLessThanOrEqual(3);
  });

  it('rows at a block above the border are read from the store, but for those that have not changed there', async () => {
    const query = { ...ALICE, atBlock: CHANGED, limit: ROWS + 1 };
    const { reader, statements } = watched();
    const answer = await reader.answer(ROWS_AT_BLOCK, query);
    expect(answer.rows).toHaveLength(ROWS);
    expect(digestOf(answer)).toBe(digestOf(await whole.answer(ROWS_AT_BLOCK, query)));
    expect(statements).toEqual([]);
  });

  it.each([
    ['a key in all scopes', { ...PLACE, primaryKey: 7n }],
    ['a key that ClickHouse alone has', { ...PLACE, primaryKey: OLD_KEY }],
    ['a key of a scope', { ...ALICE, primaryKey: 7n }],
    ['a payer', { payer: name('alice') }],
    ['removed rows', { ...PLACE, present: false }],
    ['a table', PLACE],
    ['a scope', ALICE],
    ['all', {}],
  ])('pages of %s continue over the border', async (_what, search) => {
    for (const order of ['asc', 'desc'] as const)
      for (const skip of [0, 290, 305]) {
        const query = { ...search, order, skip, limit: 20, countUpTo: 500, mayBeShort: true };
        expect(digestOf(await watched().reader.deltas(query))).toBe(digestOf(await whole.deltas(query)));
      }
  });

  it('newer rows are answered while ClickHouse is away, and their total is a lower limit', async () => {
    const away = { tuples: () => Promise.reject(new StoreUnavailableError('away')) };
    const { reader } = watched(() => away);
    const query = { ...ALICE, ...pageOf };
    const [wanted, found] = [await whole.deltas(query), await reader.deltas(query)];
    expect(answerText(found.items)).toBe(answerText(wanted.items));
    const inStore = ROWS + HEAD - CHANGED;
    expect(found.total).toEqual({ value: inStore, relation: 'gte' });
    expect(wanted.total).toEqual({ value: ROWS + ROWS + HEAD - FIRST, relation: 'eq' });
    expect(await reader.deltas({ ...query, countUpTo: 100 })).toMatchObject({
      total: { value: 100, relation: 'gte' },
    });
    await expect(reader.deltas({ ...query, order: 'asc' })).rejects.toThrow('away');
  });

  it('changed rows that ClickHouse has lost are left out of no answer', async () => {
    const tiers = await stores.fill(blocks(), clickhouse.createDatabase('lost'));
    await moveAll(tiers.mover());
    const http = new ClickhouseHttp(tiers.url);
    await http.run(`ALTER TABLE delta DELETE WHERE seq % 16777216 = 3 SETTINGS mutations_sync = 2`, 10_000);
    const lost = 'has lost changed rows that were moved into it';
    await expect(tiers.reader.deltas({ ...ALICE, ...pageOf, order: 'asc', limit: 20 })).rejects.toThrow(lost);
    const past = { ...ALICE, atBlock: FIRST, limit: 20 };
    await expect(tiers.reader.answer(ROWS_AT_BLOCK, past)).rejects.toThrow(lost);
  });
});
