import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { longOr } from '../../harness/long';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { sharedPostgres } from '../../harness/process/postgres';
import { randomStep } from '../store/random-steps';
import { StoreComparison } from '../store/store-comparison';
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
  let clickhouse: ClickhouseServer;
  let database: string;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    database = await (await sharedPostgres()).createDatabase('tiered');
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
        await StoreComparison.compare(stores, seed, steps);
        rmSync(file);
      }),
      { numRuns: longOr(10_000, 4) },
    );
  });
});
