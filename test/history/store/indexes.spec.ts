import { Client } from 'pg';
import { completeBlocks } from '../../harness/history/complete-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { runOnStore } from '../../harness/history/stored-version';
import { until } from '../../harness/until';
import { SecondWriterError } from '../../../apps/history/src/store/errors';
import { openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryWriter } from '../../../apps/history/src/store/port';
import { DEFAULT_DATABASE_LIMITS } from '../../../apps/history/src/store/postgres/database-limits';
import { SCHEMA_VERSION } from '../../../apps/history/src/store/sql/schema';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';

const CHAIN_ID = new Uint8Array(32).fill(1);
const IRREVERSIBLE = 4;
const [[, fileOf], [, databaseOf]] = useStoreLocations();

describe('an index that a store lacks, in PostgreSQL', () => {
  let url: string;
  let writer: HistoryWriter;
  let client: Client;
  let other: HistoryWriter | undefined;
  const told: string[] = [];

  beforeEach(async () => {
    url = await databaseOf('indexes');
    writer = await openHistoryWriter(url);
    await writer.open(CHAIN_ID);
    await writer.append(completeBlocks().slice(0, 2), IRREVERSIBLE);
    client = new Client({ connectionString: url });
    await client.connect();
    await client.query('DROP INDEX delta_by_tbl_seq');
  });
  afterEach(async () => {
    told.length = 0;
    await client.end();
    await writer.close();
    await other?.close();
    other = undefined;
  });

  /** A process of a newer release beside the writer. */
  async function openBeside(writeMs = DEFAULT_DATABASE_LIMITS.writeMs): Promise<void> {
    other = await openHistoryWriter(
      url,
      { database: { ...DEFAULT_DATABASE_LIMITS, writeMs } },
      { notice: (text) => told.push(text) },
    );
    await other.open(CHAIN_ID);
  }
  const isValid = async (): Promise<boolean | undefined> => {
    const { rows } = await client.query<{ indisvalid: boolean }>(
      "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('delta_by_tbl_seq')",
    );
    return rows[0]?.indisvalid;
  };

  it('the index is built before that process has the lock, while the writer of the release before writes', async () => {
    await client.query(`UPDATE cursor SET schema = ${String(SCHEMA_VERSION - 1)}`);
    await expect(openBeside()).rejects.toThrow(SecondWriterError);
    await writer.append(completeBlocks().slice(2), IRREVERSIBLE);
    expect(await isValid()).toBe(true);
    expect(told).toEqual(['the index delta_by_tbl_seq is built: until then searches by it are slow']);
  });

  it('the index is built again when an earlier build was ended', async () => {
    await client.query('CREATE INDEX delta_by_tbl_seq ON delta (tbl, seq)');
    await client.query(
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('delta_by_tbl_seq')",
    );
    await expect(openBeside()).rejects.toThrow(SecondWriterError);
    expect(await isValid()).toBe(true);
  });

  it('the index is built for longer than a statement of the writer may take, and the end of the process ends it', async () => {
    // A build waits for transactions that have changed the table.
    await client.query('BEGIN; LOCK TABLE delta IN ROW EXCLUSIVE MODE');
    const opening = openBeside(100);
    const isEnded = opening.then(
      () => true,
      () => true,
    );
    const observer = new Client({ connectionString: url });
    await observer.connect();
    const builds = async (age: string) => {
      const { rows } = await observer.query(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%'
          AND datname = current_database() AND state = 'active' AND clock_timestamp() - query_start > '${age}'`,
      );
      return rows.length;
    };
    await Promise.race([until(async () => (await builds('300 ms')) === 1), opening]);
    await other!.close();
    await isEnded;
    await expect(opening).rejects.toThrow('the database does not answer');
    await observer.end();
    await client.query('ROLLBACK');
  });
});

test('an index that a SQLite file lacks is made when its writer opens it', async () => {
  const file = await fileOf('indexes');
  const first = openSqliteWriter(file);
  await first.open(CHAIN_ID);
  await first.close();
  await runOnStore(file, [['DROP INDEX delta_by_tbl_seq', []]]);
  const told: string[] = [];
  const second = openSqliteWriter(file, undefined, { notice: (text) => told.push(text) });
  await second.open(CHAIN_ID);
  await second.close();
  expect(told).toEqual(['the index delta_by_tbl_seq is built: blocks wait until then']);
  const third = openSqliteWriter(file, undefined, { notice: (text) => told.push(text) });
  await third.open(CHAIN_ID);
  await third.close();
  expect(told).toHaveLength(1);
});
