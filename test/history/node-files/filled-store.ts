import path from 'node:path';
import type { FollowOptions } from '../../../apps/history/src/follow/follow-options';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { followInto } from '../../harness/history/following';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { wholeHistory } from '../follow/support/whole-history';
import { tableDigests } from '../store/table-digest';

/** The content of a store: its rows by table, what a reader answers, and the events in which its blocks came. */
export type FilledStore = Awaited<ReturnType<typeof filledStore>>;

/** A store in SQLite, in a new folder, that a follower has brought to a block without a refusal. */
export async function filledStore(
  folder: string,
  url: string,
  lastNum: number,
  options: Partial<FollowOptions> = {},
) {
  const file = path.join(folder, 'chain.sqlite');
  const following = followInto(openSqliteWriter(file), url, options);
  await following.until(({ lastBlockNum, error }) => {
    if (error !== undefined) throw new Error(error);
    return lastBlockNum === lastNum;
  });
  await following.stop();
  expect(following.status.refusals).toBe(0);
  await following.store.close();
  const database = new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 4 });
  // The journal depends on which blocks were written in one transaction, and that on the time at which they came.
  const { undo, ...tables } = await tableDigests(database);
  expect(undo).toBeDefined();
  await database.close();
  const reader = openSqliteReader(file);
  const history = await wholeHistory(reader);
  await reader.close();
  return { tables, history, events: following.events };
}

/** The store of the irreversible blocks of a chain, as a server sends them. */
export async function sentStore(folder: string, chain: RecordedChain): Promise<FilledStore> {
  const last = chain.last.lastIrreversible.blockNum;
  const blocks = chain.blocks.filter(({ thisBlock }) => (thisBlock?.blockNum ?? 0) <= last);
  const server = await ShipServer.start(new RecordedChain(blocks, chain.status()));
  const store = await filledStore(folder, server.url, last, { irreversibleOnly: true });
  await server.close();
  return store;
}
