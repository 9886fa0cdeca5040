import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { longOr } from '../../harness/long';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { sharedPostgres } from '../../harness/process/postgres';
import { randomStep } from './random-steps';
import { StoreComparison } from './store-comparison';
import { postgresStore, sqliteStore, type TestStore } from './stores';

const step = randomStep({
  appended: { blocks: 4, reversible: 8 },
  removals: ['undo', 'prune'],
  removalWeight: 4,
  statements: 40,
});

/** The long form takes hours. */
const LONG_MS = 24 * 60 * 60 * 1000;
jest.setTimeout(longOr(LONG_MS, 600_000));

describe('stores under random histories', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
  let opened: TestStore[] = [];
  let database: string;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    database = await postgres.createDatabase('random');
  });

  afterEach(async () => {
    for (const store of opened) await store.close();
    opened = [];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stores under random histories answer every query as the model in memory does', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.integer(), async (steps, seed) => {
        run++;
        const stores = [await sqliteStore(path.join(folder, `${run}.db`)), await postgresStore(database)];
        opened.push(...stores);
        const comparison = await StoreComparison.start(CHAIN_ID, stores, seed);
        for (const one of steps) {
          await comparison.run(one);
          await comparison.check();
        }
        for (const store of opened.splice(0)) await store.close();
        rmSync(path.join(folder, `${run}.db`));
      }),
      { numRuns: longOr(10_000, 6) },
    );
  });
});
