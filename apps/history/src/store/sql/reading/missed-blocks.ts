import type { Name } from '../../../derive/name';
import { BroadQueryError } from '../../errors';
import type { HistoryRange, MissedBlocksQuery } from '../../queries';
import type { MissedBlockRecord, MissedBlocks } from '../../records';
import { readCursor } from '../cursor';
import type { SqlSession } from '../session';
import { fromOrdered, int, ordered, type SqlRow, type SqlValue } from '../values';
import { areProducersKnown } from './known-producers';
import { rangeConditions } from './schedules';
import type { SearchWork } from './search-work';
import { whereOf } from './sql-page';

/** Events read at a time: about 10 ms. */
const SLICE = 10_000;
const NARROW_BY = ['a smaller range of times (after, before)'];

/**
 * The newest events, and the sums of all events of the range.
 * @throws BroadQueryError when there are too many to sum them
 */
export async function readMissedBlocks(
  session: SqlSession,
  query: MissedBlocksQuery,
  work: SearchWork,
): Promise<MissedBlocks> {
  const conditions: [string, SqlValue][] = rangeConditions(query.range ?? {});
  if (query.producer !== undefined) conditions.push(['producer = ?', ordered(query.producer)]);
  if (query.minBlocks !== undefined) conditions.push(['size >= ?', query.minBlocks]);
  const { sql, params } = whereOf(conditions);
  const events: MissedBlockRecord[] = [];
  let count = 0;
  const byProducer = new Map<Name, number>();
  let [rest, behind]: [string, readonly SqlValue[]] = ['', []];
  for (;;) {
    const rows = await session.all(
      `SELECT * FROM missed${sql}${rest} ORDER BY block DESC, time DESC LIMIT ?`,
      [...params, ...behind, SLICE],
    );
    for (const row of rows) {
      const event = missedOf(row);
      if (events.length < query.limit) events.push(event);
      byProducer.set(event.producer, (byProducer.get(event.producer) ?? 0) + event.size);
    }
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) {
      const isWhole = (await areProducersKnown(session)) && (await areSlotsKnown(session, query.range ?? {}));
      const relation = isWhole ? 'eq' : 'gte';
      return { events, byProducer, total: { value: count, relation } };
    }
    if (!(await work.mayContinue())) throw new BroadQueryError(NARROW_BY);
    rest = `${sql === '' ? ' WHERE' : ' AND'} (block, time) < (?, ?)`;
    behind = [last.block ?? null, last.time ?? null];
  }
}

/**
 * Whether the store has all empty slots of a range: one that began in the middle of its chain does not know those up to
 * its first block.
 */
async function areSlotsKnown(
  session: SqlSession,
  { fromBlock = 0, fromTimeMs = 0 }: HistoryRange,
): Promise<boolean> {
  const knownFrom = (await readCursor(session))?.knownFrom ?? 0;
  if (fromBlock > knownFrom || knownFrom === 0) return true;
  const [first] = await session.all('SELECT time FROM block WHERE num >= ? ORDER BY num LIMIT 1', [
    knownFrom,
  ]);
  return first !== undefined && fromTimeMs >= int(first.time);
}

const missedOf = (row: SqlRow): MissedBlockRecord => ({
  producer: fromOrdered(row.producer),
  size: int(row.size),
  scheduleVersion: int(row.schedule),
  timeMs: int(row.time),
  blockNum: int(row.block),
});
