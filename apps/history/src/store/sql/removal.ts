import { deltaSequence } from '../positions';
import { readIndexedIds } from './payload';
import { readPayloads } from './sized-rows';
import { ACTION_ACCOUNT, ACTION_FIELD } from './schema';
import type { SqlSession } from './session';
import type { Totals } from './totals';
import { bytes, int, long, type SqlValue } from './values';

/** Most actions that are read at a time. */
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
  let from: bigint | undefined = range.fromSequence;
  while (from !== undefined) {
    const read = await readPayloads(session, { from, to: range.toSequence, limit: BATCH });
    await removeIndexEntries(session, read.rows, totals);
    from = read.next;
  }
  await session.run('DELETE FROM action WHERE seq >= ? AND seq < ?', [range.fromSequence, range.toSequence]);
  const sequences = [deltaSequence(range.fromBlock, 0), deltaSequence(range.toBlock, 0)];
  await session.run('DELETE FROM delta WHERE seq >= ? AND seq < ?', sequences);
  await session.run('DELETE FROM trx WHERE seq >= ? AND seq < ?', sequences);
  await session.run('DELETE FROM block WHERE num >= ? AND num < ?', [range.fromBlock, range.toBlock]);
}

/** Removes the rows of the indexes of actions, which `readPayloads` has read. */
export async function removeIndexEntries(
  session: SqlSession,
  actions: readonly (readonly SqlValue[])[],
  totals?: Totals,
): Promise<void> {
  const accountKeys: SqlValue[][] = [];
  const fieldKeys: SqlValue[][] = [];
  for (const [seq, , typeId, payload] of actions) {
    const sequence = long(seq);
    const type = int(typeId);
    const { accounts, fields } = readIndexedIds(bytes(payload));
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
