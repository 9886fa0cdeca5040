import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import {
  HISTORY_TABLES,
  LINK,
  PERMISSION_ACCOUNT,
  PROPOSAL,
  PROPOSAL_ACTOR,
  TOKEN,
  VOTE,
  VOTER,
} from '../../../apps/history/src/store/sql/schema';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { sharedPostgres } from '../../harness/process/postgres';
import { type Access, postgresPlan, sqlitePlan } from './query-plans';
import { filled, type RecordedStore, statementsOf } from './planned-chain';
import { HISTORY_QUERIES, STATE_QUERIES } from './planned-queries';

const TABLES = [
  ...HISTORY_TABLES,
  LINK,
  PROPOSAL,
  PROPOSAL_ACTOR,
  PERMISSION_ACCOUNT,
  TOKEN,
  VOTE,
  VOTER,
].map((table) => table.name);
/** Its few rows are read whole where that is cheaper. */
const SMALL = 'account_total';

function expectIndexed(accesses: readonly Access[], wanted: Access): void {
  expect(accesses).toContainEqual(wanted);
  const whole = accesses.filter(
    ({ table, index }) => index === undefined && table !== SMALL && TABLES.includes(table),
  );
  expect(whole).toEqual([]);
}

describe('query plans of SQLite', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-plans-'));
  let database: SqliteDatabase;
  let store: RecordedStore;

  beforeAll(async () => {
    database = new SqliteDatabase(path.join(folder, 'plans.db'), { isReadOnly: false, cacheMiB: 8 });
    store = await filled(database);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  test.each([...HISTORY_QUERIES, ...STATE_QUERIES])(
    'the plan of SQLite for %s uses the index',
    async (_title, ask, table, index) => {
      const accesses: Access[] = [];
      for (const statement of await statementsOf(store, ask))
        accesses.push(...(await sqlitePlan(database, TABLES, statement)));
      expectIndexed(accesses, { table, index });
    },
  );
});

describe('query plans of PostgreSQL', () => {
  let database: PostgresDatabase;
  let client: Client;
  let store: RecordedStore;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    const url = await postgres.createDatabase('plans');
    database = await PostgresDatabase.at(url, { isWriter: true });
    await database.prepare();
    store = await filled(database);
    client = new Client({ connectionString: url });
    await client.connect();
    await client.query('VACUUM ANALYZE');
  });
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  describe.each([
    ['these parameters', false],
    ['any parameters', true],
  ])('for %s', (plan, isGeneric) => {
    const title = `the plan of PostgreSQL for ${plan} uses the index for %s`;
    test.each(HISTORY_QUERIES)(title, async (_title, ask, table, index) => {
      const accesses: Access[] = [];
      for (const statement of await statementsOf(store, ask))
        accesses.push(...(await postgresPlan(client, statement, isGeneric)));
      expectIndexed(accesses, { table, index });
    });
  });
});
