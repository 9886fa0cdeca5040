import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { ClickhouseTier } from '../../../apps/history/src/store/clickhouse/clickhouse-tier';
import { COLD_TABLES, type KeptRows } from '../../../apps/history/src/store/cold/cold-tier';
import { requireCursor } from '../../../apps/history/src/store/sql/cursor';
import { keptRows } from '../../../apps/history/src/store/sql/tiers/kept-rows';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { randomChain } from '../store/random-chain';
import { lastMoved, MovingStores, type Tiers } from './moving-stores';
import { moveAll } from './tiered-stores';

const BLOCKS = randomChain(12, 21);
/** Shapes of the statements that readers ask. */
const STATEMENTS = [
  'SELECT seq, payload FROM action WHERE seq >= ? ORDER BY seq DESC LIMIT 5 OFFSET 1',
  'SELECT seq FROM (SELECT * FROM (SELECT seq FROM action WHERE seq >= ? ORDER BY seq LIMIT 9) p0 UNION ALL SELECT * FROM (SELECT seq FROM action_account ORDER BY seq LIMIT 9) p1) merged ORDER BY seq LIMIT 9',
  'SELECT DISTINCT trx FROM action WHERE seq >= ? ORDER BY trx',
  'SELECT count(*) AS n, max(seq) AS last FROM (SELECT seq FROM trx WHERE seq >= ? ORDER BY seq LIMIT 4) counted',
];

describe('rows that a replica proves to have', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'proven-'));
  const stores = new MovingStores(folder);
  let clickhouse: ClickhouseServer;
  let tiers: Tiers;
  let tier: ClickhouseTier;
  let kept: KeptRows;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    tiers = await stores.fill(BLOCKS, clickhouse.createDatabase('proven'));
    await moveAll(tiers.mover());
    tier = new ClickhouseTier(new ClickhouseHttp(tiers.url));
    kept = await tiers.database.read(async (session) => keptRows(session, await requireCursor(session)));
  });
  afterAll(async () => {
    await stores.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  const ask = (sql: string, rows = kept) => tier.provenTuples(rows, sql, sql.includes('?') ? [0] : [], false);

  it.each(STATEMENTS)('%s has the same rows with a proof', async (sql) => {
    const rows = await ask(sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await tier.tuples(sql, [0]));
  });

  it('a statement that matches no row fails where rows are missing', async () => {
    const nothing = 'SELECT seq FROM action WHERE seq < 0';
    expect(await ask(nothing)).toEqual([]);
    const more = kept.ranges.map((range) => ({ ...range, count: range.count + 1 }));
    await expect(ask(nothing, { ...kept, ranges: more })).rejects.toThrow('has not got all rows');
  });

  it('a statement that cannot carry the proof is refused', async () => {
    await expect(ask('WITH 1 AS one SELECT one FROM action')).rejects.toThrow('begins with SELECT');
  });

  it('a statement fails as soon as one range of one table is lost', async () => {
    const { first } = await lastMoved(tiers);
    for (const table of COLD_TABLES) {
      const stored = new ClickhouseHttp(tiers.url);
      await stored.run(`CREATE TABLE kept AS ${table}`, 10_000);
      await stored.run(`ALTER TABLE kept REPLACE PARTITION ${first} FROM ${table}`, 10_000);
      await stored.run(`ALTER TABLE ${table} DROP PARTITION ${first}`, 10_000);
      await expect(ask(STATEMENTS[0]!)).rejects.toThrow('has not got all rows');
      await stored.run(`ALTER TABLE ${table} REPLACE PARTITION ${first} FROM kept`, 10_000);
      await stored.run('DROP TABLE kept', 10_000);
      expect(await ask(STATEMENTS[0]!)).toHaveLength(5);
    }
  });
});
