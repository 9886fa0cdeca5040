import { FORK } from './schema';
import type { SqlSession } from './session';
import { int } from './values';

/** Forks that are kept: more than happen between two reads of a process that serves. */
const KEPT = 1000;

/** Records that the blocks above `num` were undone. */
export async function recordFork(session: SqlSession, num: number): Promise<void> {
  const serial = (await forkCount(session)) + 1;
  await session.insert(FORK, [[serial, num]]);
  await session.run('DELETE FROM fork WHERE serial <= ?', [serial - KEPT]);
}

/** Number of forks of this store so far. */
export async function forkCount(session: SqlSession): Promise<number> {
  const [row] = await session.all('SELECT serial FROM fork ORDER BY serial DESC LIMIT 1');
  return row === undefined ? 0 : int(row.serial);
}

/**
 * The last block that no fork after the given number of forks undid; undefined when there was none, 0 when some of them
 * are no longer stored.
 */
export async function undoneSince(session: SqlSession, forks: number): Promise<number | undefined> {
  const rows = await session.all('SELECT serial, num FROM fork WHERE serial > ? ORDER BY serial', [forks]);
  if (rows.length === 0) return undefined;
  const isWhole = int(rows[0]?.serial) === forks + 1;
  return isWhole ? Math.min(...rows.map(({ num }) => int(num))) : 0;
}
