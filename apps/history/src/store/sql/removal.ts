import { deltaSequence } from '../positions';
import { readIndexedIds } from './payload';
import { ACTION_ACCOUNT, ACTION_FIELD } from './schema';
import type { SqlSession } from './session';
import type { Totals } from './totals';
import { bytes, int, long, type SqlValue } from './values';

/** Rows of actions that are read at a time. */
const BATCH = 10_000;

/** A range of blocks and of the global sequences of their actions; the upper ends are exclusive. */
export interface RemovedRange {
  readonly fromBlock: number;
  readonly toBlock: number;
  readonly fromSequence: bigint;
  readonly toSequence: bigint;
}

/** Removes the history of a range of blocks, and what the indexes and totals hold of it. */
export async function removeHistory(session: SqlSession, range: RemovedRange, totals: Totals): Promise<void> {
  let from = range.fromSequence;
  for (;;) {
    const actions = await session.all(
      'SELECT seq, type, payload FROM action WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ?',
      [from, range.toSequence, BATCH],
    );
    await removeIndexEntries(session, actions, totals);
    const last = actions.at(-1);
    if (last === undefined || actions.length < BATCH) break;
    from = long(last.seq) + 1n;
  }
  await session.run('DELETE FROM action WHERE seq >= ? AND seq < ?', [range.fromSequence, range.toSequence]);
  const sequences = [deltaSequence(range.fromBlock, 0), deltaSequence(range.toBlock, 0)];
  await session.run('DELETE FROM delta WHERE seq >= ? AND seq < ?', sequences);
  await session.run('DELETE FROM trx WHERE seq >= ? AND seq < ?', sequences);
  await session.run('DELETE FROM block WHERE num >= ? AND num < ?', [range.fromBlock, range.toBlock]);
}

/** Removes the rows of the indexes of actions. */
export async function removeIndexEntries(
  session: SqlSession,
  actions: readonly Readonly<Record<string, SqlValue>>[],
  totals?: Totals,
): Promise<void> {
  const accountKeys: SqlValue[][] = [];
  const fieldKeys: SqlValue[][] = [];
  for (const action of actions) {
    const sequence = long(action.seq);
    const type = int(action.type);
    const { accounts, fields } = readIndexedIds(bytes(action.payload));
    totals?.subtract(0, type);
    for (const account of accounts) {
      accountKeys.push([account, sequence]);
      totals?.subtract(account, type);
    }
    for (const { field, value } of fields) fieldKeys.push([field, value, sequence]);
  }
  if (accountKeys.length > 0) await session.remove(ACTION_ACCOUNT, accountKeys);
  if (fieldKeys.length > 0) await session.remove(ACTION_FIELD, fieldKeys);
}
