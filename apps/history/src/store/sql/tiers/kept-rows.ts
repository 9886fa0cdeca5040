import { bytesToHex } from '@app/antelope';
import type { KeptRows } from '../../cold/cold-tier';
import type { StoredCursor } from '../cursor';
import type { SqlSession } from '../session';
import { int } from '../values';
import { MOVED } from './cold-mover';

/** The rows that the cold tier has below the borders of a cursor. */
export async function keptRows(session: SqlSession, cursor: StoredCursor): Promise<KeptRows> {
  const ranges: KeptRows['ranges'][number][] = [];
  for (const moved of MOVED) {
    const below = moved.borderOf(cursor);
    // In a store of a version before these rows moved there is no table of their ranges.
    if (below === 0) continue;
    const rows = await session.all(`SELECT entries FROM ${moved.ranges.name}`);
    const count = rows.reduce((sum, { entries }) => sum + int(entries), 0);
    ranges.push({ tables: moved.tables, below, count });
  }
  return { owner: bytesToHex(cursor.cold.id), ranges };
}
