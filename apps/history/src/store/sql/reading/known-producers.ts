import { hasInstantFinality } from '@app/ship';
import { readCursor } from '../cursor';
import type { SqlSession } from '../session';
import { int } from '../values';

/** Stores of earlier versions know no producers with instant finality. */
const FIRST_WITH_PROPOSERS = 10;

/**
 * Whether the producers of all empty slots up to the last block are known. With instant finality they are where the
 * store followed them from the switch on: once they are not known, they stay so.
 */
export async function areProducersKnown(session: SqlSession): Promise<boolean> {
  const cursor = await readCursor(session);
  const [head] = await session.all('SELECT schedule FROM block WHERE num = ?', [cursor?.num ?? -1]);
  if (head === undefined || !hasInstantFinality({ scheduleVersion: int(head.schedule) })) return true;
  if (cursor === undefined || cursor.schema < FIRST_WITH_PROPOSERS) return false;
  return (await session.all('SELECT block FROM proposers')).length > 0;
}
