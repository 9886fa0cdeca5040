import { nameFromValue } from '@app/antelope';
import { openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import { Names } from '../../../apps/history/src/store/sql/reading/names';
import type { SqlSession } from '../../../apps/history/src/store/sql/session';
import { int } from '../../../apps/history/src/store/sql/values';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { noteAction, SampleBlocks } from '../../harness/history/sample-blocks';
import { type StoreLocation, useStoreLocations } from '../../harness/history/store-locations';

const ACCOUNTS = Array.from({ length: 40 }, (_unused, index) => {
  const letters = [...index.toString(5).padStart(3, '0')].map((digit) => 'abcde'[Number(digit)]!);
  return `user.${letters.join('')}`;
});

/** A session that counts the rows it reads. */
class CountedRows implements Pick<SqlSession, 'all'> {
  rows = 0;

  constructor(private readonly session: SqlSession) {}

  async all(...statement: Parameters<SqlSession['all']>) {
    const found = await this.session.all(...statement);
    this.rows += found.length;
    return found;
  }
}

describe.each<StoreLocation>(useStoreLocations())('names of a store of %s', (kind, locate) => {
  let database: Pick<PostgresDatabase | SqliteDatabase, 'read' | 'close'>;

  beforeAll(async () => {
    const location = await locate('asked_names');
    const writer = await openHistoryWriter(location);
    await writer.open(CHAIN_ID);
    const made = new SampleBlocks();
    const blocks = ACCOUNTS.map((account) => made.next([[noteAction(account, 'hello', account)]]));
    await writer.append(blocks, ACCOUNTS.length);
    await writer.close();
    database =
      kind === 'SQLite'
        ? new SqliteDatabase(location, { isReadOnly: true, cacheMiB: 1 })
        : await PostgresDatabase.at(location);
  });
  afterAll(() => database.close());

  /** Numbers of the contracts, in the order of the blocks, and of their actions. */
  const contracts = (session: SqlSession) =>
    session.all('SELECT id, code FROM action_type ORDER BY id').then((rows) => ({
      types: rows.map(({ id }) => int(id)),
      ids: rows.map(({ code }) => int(code)),
    }));

  it('a decoding reads the names and actions that it asks for, and each of them once', async () => {
    await database.read(async (session) => {
      const { ids, types } = await contracts(session);
      const counted = new CountedRows(session);
      const names = new Names();
      const read = (at: number) =>
        names.decoding(counted, () => {
          const { code, name } = names.actionOf(types[at]!);
          return [names.nameOf(ids[at]!), code, name].map(nameFromValue);
        });
      expect(await read(7)).toEqual([ACCOUNTS[7], ACCOUNTS[7], 'note']);
      expect(counted.rows).toBe(2);
      expect(await read(7)).toEqual([ACCOUNTS[7], ACCOUNTS[7], 'note']);
      expect(counted.rows).toBe(2);
      expect(await read(30)).toEqual([ACCOUNTS[30], ACCOUNTS[30], 'note']);
      expect(counted.rows).toBe(4);
    });
  });

  it('a decoding of more names than are kept has all of them, and forgets those of before', async () => {
    await database.read(async (session) => {
      const { ids } = await contracts(session);
      const counted = new CountedRows(session);
      const names = new Names(8);
      const read = (from: number, to: number) =>
        names.decoding(counted, () => ids.slice(from, to).map((id) => nameFromValue(names.nameOf(id))));
      expect(await read(0, 5)).toEqual(ACCOUNTS.slice(0, 5));
      expect(await read(5, 40)).toEqual(ACCOUNTS.slice(5));
      expect(counted.rows).toBe(40);
      expect(await read(30, 40)).toEqual(ACCOUNTS.slice(30));
      expect(counted.rows).toBe(40);
      expect(await read(0, 5)).toEqual(ACCOUNTS.slice(0, 5));
      expect(counted.rows).toBe(45);
    });
  });

  it('decodings at the same time do not lack names that one of them has forgotten', async () => {
    await database.read(async (session) => {
      const { ids } = await contracts(session);
      const names = new Names(2);
      const decodings = ids.map((_id, at) => {
        const some = Array.from({ length: 6 }, (_unused, step) => (at + 7 * step) % ids.length);
        return names
          .decoding(session, () => some.map((each) => nameFromValue(names.nameOf(ids[each]!))))
          .then((found) => expect(found).toEqual(some.map((each) => ACCOUNTS[each])));
      });
      await Promise.all(decodings);
    });
  });

  it('a number that the store does not have ends a decoding with an error', async () => {
    await database.read(async (session) => {
      const names = new Names();
      await expect(names.decoding(session, () => names.nameOf(1_000_000))).rejects.toThrow('table name');
      await expect(names.decoding(session, () => names.tableOf(1_000_000))).rejects.toThrow('table_type');
    });
  });
});
