import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { allOr, longOr } from '../../harness/long';
import { sharedPostgres } from '../../harness/process/postgres';
import { randomStep } from './random-steps';
import { StoreComparison } from './store-comparison';
import { postgresStore, sqliteStore } from './stores';

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
  let database: string;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    database = await postgres.createDatabase('random');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stores under random histories answer every query as the model in memory does', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.integer(), async (steps, seed) => {
        run++;
        const stores = [await sqliteStore(path.join(folder, `${run}.db`)), await postgresStore(database)];
        await StoreComparison.compare(stores, seed, steps);
        rmSync(path.join(folder, `${run}.db`));
      }),
      { numRuns: longOr(10_000, allOr(6, 2)), ...allOr({}, { seed: 20_261_129 }) },
    );
  });
});
