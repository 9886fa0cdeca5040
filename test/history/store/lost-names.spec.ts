import { Client } from 'pg';
import { nameFromValue } from '@app/antelope';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { noteAction, SampleBlocks } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { postgresStore } from './stores';

const DICTIONARIES = ['name', 'action_type', 'table_type'];

describe('a standby of PostgreSQL that lacks the last commits', () => {
  const [, [, databaseOf]] = useStoreLocations();

  it('a standby without the last names gives their numbers to others, and no action has a wrong name', async () => {
    const url = await databaseOf('lost_names');
    const store = await postgresStore(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    const highest = async (): Promise<number[]> => {
      const found = [];
      for (const table of DICTIONARIES) {
        const { rows } = await client.query<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`);
        found.push(rows[0]?.id ?? 0);
      }
      return found;
    };
    const blocks = new SampleBlocks();
    const first = blocks.next([[noteAction('alice', '1')]]);
    await store.writer.open(CHAIN_ID);
    await store.writer.append([first], 0);
    const kept = await highest();
    await store.writer.append([blocks.next([[noteAction('lost', '2', 'lost.token')]])], 0);
    // The state of a standby that has the first commit alone.
    await store.writer.undoTo(first.block.num);
    for (const [index, table] of DICTIONARIES.entries())
      await client.query(`DELETE FROM ${table} WHERE id > $1`, [kept[index]]);
    await store.writer.open(CHAIN_ID);
    const again = new SampleBlocks(first.block.num);
    // The same block, with the same sequences.
    again.next([[noteAction('alice', '1')]]);
    await store.writer.append([again.next([[noteAction('other', '3', 'other.token')]])], 0);
    await store.writer.append([again.next([[noteAction('lost', '4', 'lost.token')]])], 0);
    const { items } = await store.reader.actions({ order: 'asc', skip: 0, limit: 10, countUpTo: 10 });
    expect(items.map(({ account }) => nameFromValue(account))).toEqual([
      ...['sys.token', 'other.token', 'lost.token'],
    ]);
    await client.end();
    await store.close();
  });
});
