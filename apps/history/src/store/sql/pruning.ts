import { requireCursor, writeCursor } from './cursor';
import { Overlay } from './overlay';
import { removeHistory } from './removal';
import type { SqlSession } from './session';
import { Totals } from './totals';
import { int, long } from './values';

/** Blocks that one transaction prunes: readers and the follower wait for it. */
const PRUNE_STEP = 500;

/** Removes at most PRUNE_STEP of the oldest blocks. True when older ones than `beforeNum` are left. */
export async function pruneStep(session: SqlSession, beforeNum: number): Promise<boolean> {
  const cursor = await requireCursor(session);
  const limit = Math.min(beforeNum, cursor.irreversibleNum);
  const [first] = await session.all('SELECT num, first_seq FROM block ORDER BY num LIMIT 1');
  if (first === undefined || int(first.num) >= limit) return false;
  if (cursor.cold.block > 0)
    throw new Error('the store has a cold tier: blocks whose actions are there cannot be removed');
  const end = Math.min(limit, int(first.num) + PRUNE_STEP);
  const [next] = await session.all('SELECT first_seq FROM block WHERE num >= ? ORDER BY num LIMIT 1', [end]);
  if (next === undefined) return false;
  const totals = new Totals();
  const overlay = new Overlay();
  const range = { fromBlock: int(first.num), toBlock: end };
  const sequences = { fromSequence: long(first.first_seq), toSequence: long(next.first_seq) };
  await removeHistory(session, { ...range, ...sequences }, totals);
  await totals.apply(session, overlay);
  await overlay.flush(session);
  await writeCursor(session, { ...cursor, isPruned: true });
  return end < limit;
}
