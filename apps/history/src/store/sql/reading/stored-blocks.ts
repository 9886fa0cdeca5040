import { nameToValue } from '@app/antelope';
import { hasInstantFinality } from '@app/ship';
import type { ScheduledProducer } from '../../../derive/block-writes';
import type { Name } from '../../../derive/name';
import { isStateOnly } from '../../../derive/state-only-block';
import { blockOfDelta } from '../../positions';
import type { HistoryRange } from '../../queries';
import type { QuestionTools } from '../../question';
import type { BlockRef } from '../../records';
import { readProducers } from '../blobs';
import { SCHEDULE_KIND } from '../state-writes';
import type { SqlSession } from '../session';
import { tierBounds } from '../tiers/tier-windows';
import { bytes, int, long, type SqlRow, type SqlValue } from '../values';
import { actionBounds, blockBounds, type Bounds } from './bounds';
import { transactionValues } from './cold-transactions';
import { findPairs } from './ids';

/** Action of the transaction that the chain itself adds to a block: no client sent it, and the block has no receipt of it. */
const ONBLOCK = { code: nameToValue('eosio'), name: nameToValue('onblock') };

const TRX_OF_TYPE = 'SELECT DISTINCT trx FROM action WHERE type = ? AND seq >= ? AND seq <= ?';

/** A block as its receipts are: without the transactions with eosio::onblock. */
export interface BlockSummary extends BlockRef {
  readonly previousId: Uint8Array;
  readonly scheduleVersion: number;
  readonly cpuUsageUs: number;
  readonly netUsageWords: number;
  /** Failed ones are counted. */
  readonly transactionCount: number;
  /** The schedule that the header announces. */
  readonly announced?: { readonly version: number; readonly producers: readonly ScheduledProducer[] };
}

/** Numbers of blocks, both inclusive. */
export interface BlockNumbers {
  readonly from: number;
  readonly to: number;
}

/** The blocks of a range that are stored, without one of which only the state is known; undefined: none. */
export async function storedNumbers(
  { session, visible }: QuestionTools,
  range: HistoryRange,
): Promise<BlockNumbers | undefined> {
  const bounds = await blockBounds(session, range);
  if (bounds === undefined) return undefined;
  const [first] = await session.all('SELECT num, previous FROM block ORDER BY num LIMIT 1');
  const [last] = await session.all('SELECT num FROM block ORDER BY num DESC LIMIT 1');
  if (first === undefined || last === undefined) return undefined;
  const num = int(first.num);
  const lowest = isStateOnly({ num, previousId: bytes(first.previous) }) ? num + 1 : num;
  const from = Math.max(bounds.from ?? lowest, lowest);
  const to = Math.min(bounds.to ?? int(last.num), visible?.toBlock ?? Infinity, int(last.num));
  return from > to ? undefined : { from, to };
}

/** All blocks of a range, ascending. The caller bounds its length. */
export async function summariesOf(tools: QuestionTools, { from, to }: BlockNumbers): Promise<BlockSummary[]> {
  const { session, names } = tools;
  const rows = await session.all('SELECT * FROM block WHERE num >= ? AND num <= ? ORDER BY num', [from, to]);
  const implicit = await implicitUsage(tools, { from, to });
  const announced = await announcedSchedules(tools, { from, to });
  return names.decoding(session, () =>
    rows.map((row) => {
      const num = int(row.num);
      const without = implicit.get(num) ?? { count: 0, cpu: 0, net: 0 };
      const scheduleVersion = int(row.schedule);
      // With instant finality the header announces none: it is the block from which the schedule is active.
      const schedule = hasInstantFinality({ scheduleVersion }) ? undefined : announced.get(num);
      return {
        num,
        id: bytes(row.id),
        previousId: bytes(row.previous),
        timeMs: int(row.time),
        producer: names.nameOf(int(row.producer)),
        scheduleVersion,
        cpuUsageUs: int(row.cpu) - without.cpu,
        netUsageWords: int(row.net) - without.net,
        transactionCount: int(row.trx_count) - without.count,
        ...(schedule === undefined ? {} : { announced: schedule }),
      };
    }),
  );
}

interface Usage {
  readonly count: number;
  readonly cpu: number;
  readonly net: number;
}

/** Usage of the transactions with eosio::onblock in a range, by block. */
async function implicitUsage(
  { session }: QuestionTools,
  { from, to }: BlockNumbers,
): Promise<Map<number, Usage>> {
  const usage = new Map<number, Usage>();
  const [type] = await findPairs(session, 'action_type', ONBLOCK.code, ONBLOCK.name);
  const sequences = await actionBounds(session, { fromBlock: from, toBlock: to });
  if (type === undefined || sequences === undefined) return usage;
  for (const [sequence, cpu, net] of await usageOf(session, type, sequences)) {
    const num = blockOfDelta(long(sequence));
    const before = usage.get(num) ?? { count: 0, cpu: 0, net: 0 };
    usage.set(num, { count: before.count + 1, cpu: before.cpu + int(cpu), net: before.net + int(net) });
  }
  return usage;
}

/** Sequence, CPU and NET of the transactions with actions of a type. */
async function usageOf(
  session: SqlSession,
  type: number,
  bounds: Bounds,
): Promise<readonly (readonly SqlValue[])[]> {
  const { cold, hot } = tierBounds(session, 'action', bounds);
  const rows: SqlValue[][] = [];
  if (hot !== undefined)
    rows.push(
      ...(await session.tuples(
        'SELECT t.seq, t.cpu, t.net FROM trx t WHERE t.seq IN (SELECT trx FROM action WHERE type = ? AND seq >= ? AND seq <= ?)',
        [type, hot.from, hot.to],
      )),
    );
  const moved =
    cold === undefined ? [] : ((await session.cold?.tuples(TRX_OF_TYPE, [type, cold.from, cold.to])) ?? []);
  const transactions = moved.map(([trx]) => long(trx));
  return [...rows, ...(await transactionValues(session, 'seq, cpu, net', transactions))];
}

async function announcedSchedules(
  { session }: QuestionTools,
  { from, to }: BlockNumbers,
): Promise<Map<number, NonNullable<BlockSummary['announced']>>> {
  const rows = await session.all(
    'SELECT block, version, producers FROM schedule WHERE kind = ? AND block >= ? AND block <= ? ORDER BY block, version',
    [SCHEDULE_KIND.activated, from, to],
  );
  return new Map(rows.map((row) => [int(row.block), scheduleOf(row)]));
}

const scheduleOf = (row: SqlRow): NonNullable<BlockSummary['announced']> => ({
  version: int(row.version),
  producers: readProducers(bytes(row.producers)),
});

/** Counted members of a block. */
export interface CountedBlock {
  readonly num: number;
  readonly timeMs: number;
  readonly producer: Name;
  /** Without those with eosio::onblock; failed ones are counted. */
  readonly transactionCount: number;
}

/** The same blocks for counts alone, which read less. The caller bounds the length of the range. */
export async function countedBlocks(
  tools: QuestionTools,
  { from, to }: BlockNumbers,
): Promise<CountedBlock[]> {
  const { session, names } = tools;
  const rows = await session.tuples(
    'SELECT num, time, producer, trx_count FROM block WHERE num >= ? AND num <= ? ORDER BY num',
    [from, to],
  );
  const implicit = await implicitTransactions(tools, { from, to });
  return names.decoding(session, () =>
    rows.map(([num, time, producer, count]) => ({
      num: int(num),
      timeMs: int(time),
      producer: names.nameOf(int(producer)),
      transactionCount: int(count) - (implicit.get(int(num)) ?? 0),
    })),
  );
}

/** Transactions with eosio::onblock, by block. */
async function implicitTransactions(
  { session }: QuestionTools,
  { from, to }: BlockNumbers,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const [type] = await findPairs(session, 'action_type', ONBLOCK.code, ONBLOCK.name);
  const sequences = await actionBounds(session, { fromBlock: from, toBlock: to });
  if (type === undefined || sequences === undefined) return found;
  const { cold, hot } = tierBounds(session, 'action', sequences);
  const rows = [
    ...(cold === undefined
      ? []
      : ((await session.cold?.tuples(TRX_OF_TYPE, [type, cold.from, cold.to])) ?? [])),
    ...(hot === undefined ? [] : await session.tuples(TRX_OF_TYPE, [type, hot.from, hot.to])),
  ];
  for (const [trx] of rows) {
    const num = blockOfDelta(long(trx));
    found.set(num, (found.get(num) ?? 0) + 1);
  }
  return found;
}
