import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { FIRST_END } from '../../../apps/history/src/store/testing/random-block';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import type { SqlDatabase } from '../../../apps/history/src/store/sql/session';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { longOr } from '../../harness/long';
import { sharedPostgres } from '../../harness/process/postgres';
import { randomChain } from './random-chain';
import { tableDigests } from './table-digest';

/** More blocks than a fork of a DPoS chain ever takes back. */
const LONGEST_FORK = 360;
const IRREVERSIBLE = FIRST_END.num + 20;

describe('stores and reversible blocks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-undo-'));
  const blocks = randomChain(20 + LONGEST_FORK, 7);

  afterAll(() => rmSync(folder, { recursive: true }));

  const stores: [string, number, () => Promise<SqlDatabase>][] = [
    [
      'SQLite',
      LONGEST_FORK,
      () =>
        Promise.resolve(new SqliteDatabase(path.join(folder, 'undo.db'), { isReadOnly: false, cacheMiB: 8 })),
    ],
    [
      'PostgreSQL',
      longOr(LONGEST_FORK, 90),
      async () => {
        const postgres = await sharedPostgres();
        const database = await PostgresDatabase.at(await postgres.createDatabase('undo'), { isWriter: true });
        await database.prepare();
        return database;
      },
    ],
  ];

  it.each(stores)('undo leaves every table of %s as it was, of 1 to %d blocks', async (_, longest, open) => {
    const database = await open();
    const writer = new SqlHistoryWriter(database);
    await writer.open(CHAIN_ID);
    await writer.append(blocks.slice(0, 20), IRREVERSIBLE);
    const digests = [await tableDigests(database)];
    const depths = longOr([1, 2, 3, 12, 90, longest], [1, 2, 12, longest]);
    for (const depth of depths) {
      const fork = blocks.slice(20, 20 + depth);
      await writer.append(fork, IRREVERSIBLE);
      const appended = await tableDigests(database);
      expect(appended.undo).not.toBe(digests[0]!.undo);
      await writer.undoTo(IRREVERSIBLE);
      expect(await tableDigests(database)).toEqual(digests[0]);
      // In live mode each block is a transaction of its own. Its journal has other number types for equal values.
      for (const block of fork) await writer.append([block], IRREVERSIBLE);
      expect(await tableDigests(database)).toEqual({ ...appended, undo: expect.any(String) });
      await writer.undoTo(IRREVERSIBLE);
      expect(await tableDigests(database)).toEqual(digests[0]);
    }
    await writer.close();
  });
});
