import { writeCursor, type StoredCursor } from './cursor';
import { recordFork } from './forks';
import { undoState } from './journal';
import { Overlay } from './overlay';
import { removeHistory } from './removal';
import type { SqlSession } from './session';
import { Totals } from './totals';
import { bytes, int, long } from './values';

/** Above every global sequence of a chain. */
const END_OF_SEQUENCES = 2n ** 63n - 1n;

/** Takes back the blocks above `num`, all of which are reversible. */
export async function undoBlocks(session: SqlSession, cursor: StoredCursor, num: number): Promise<void> {
  const [first] = await session.all('SELECT first_seq FROM block WHERE num > ? ORDER BY num LIMIT 1', [num]);
  const fromSequence = first === undefined ? END_OF_SEQUENCES : long(first.first_seq);
  const totals = new Totals();
  const overlay = new Overlay();
  await undoState(session, overlay, num);
  await removeHistory(
    session,
    { fromBlock: num + 1, toBlock: cursor.num + 1, fromSequence, toSequence: END_OF_SEQUENCES },
    totals,
  );
  await totals.apply(session, overlay);
  await overlay.flush(session);
  const [last] = await session.all('SELECT num, id FROM block ORDER BY num DESC LIMIT 1');
  const position = last && { num: int(last.num), id: bytes(last.id) };
  await recordFork(session, num);
  await writeCursor(session, {
    ...cursor,
    ...(position ?? { num: -1, id: new Uint8Array() }),
    nextSequence: await nextSequence(session),
  });
}

/** Above the global sequences of all stored actions. */
async function nextSequence(session: SqlSession): Promise<bigint> {
  const [action] = await session.all('SELECT seq FROM action ORDER BY seq DESC LIMIT 1');
  const [block] = await session.all('SELECT first_seq FROM block ORDER BY num DESC LIMIT 1');
  const ofActions = action === undefined ? 0n : long(action.seq) + 1n;
  const ofBlocks = block === undefined ? 0n : long(block.first_seq);
  return ofActions > ofBlocks ? ofActions : ofBlocks;
}
