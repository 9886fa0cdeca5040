import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { longOr } from '../../harness/long';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { sharedPostgres } from '../../harness/process/postgres';
import { randomStep } from '../store/random-steps';
import { StoreComparison } from '../store/store-comparison';
import type { TestStore } from '../store/stores';
import { tieredPostgres, tieredSqlite } from './tiered-stores';

/** A store with a cold tier is not pruned. */
const step = randomStep({
  appended: { blocks: 8, reversible: 4 },
  removals: ['undo'],
  removalWeight: 2,
  statements: 60,
});

/** The long form takes hours. */
const LONG_MS = 24 * 60 * 60 * 1000;
jest.setTimeout(longOr(LONG_MS, 600_000));

describe('stores with two tiers under random histories', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiered-'));
  let opened: TestStore[] = [];
  let clickhouse: ClickhouseServer;
  let database: string;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    database = await (await sharedPostgres()).createDatabase('tiered');
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    opened = [];
  });
  afterAll(async () => {
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  it('stores with two tiers answer every query as the model in memory does', async () => {
    let run = 0;
    const url = clickhouse.createDatabase('postgres');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), fc.integer(), async (steps, seed) => {
        run++;
        const file = path.join(folder, `${run}.db`);
        const stores = [
          await tieredSqlite(file, clickhouse.createDatabase('sqlite')),
          // One after the other in the same databases: a store that was emptied leaves its ranges behind.
          await tieredPostgres(database, url),
        ];
        opened.push(...stores);
        const comparison = await StoreComparison.start(CHAIN_ID, stores, seed);
        for (const one of steps) {
          await comparison.run(one);
          await comparison.check();
        }
        for (const store of opened.splice(0)) await store.close();
        rmSync(file);
      }),
      { numRuns: longOr(10_000, 4) },
    );
  });
});
