import { equalBytes } from '@app/antelope';
import { BroadQueryError } from '../../errors';
import type { AbiQuery, HistoryRange, ScheduleQuery } from '../../queries';
import type { AbiRecord, ScheduleRecord } from '../../records';
import { readProducers } from '../blobs';
import { readNodeAbi } from '../node-abis';
import type { SqlSession } from '../session';
import { SCHEDULE_KIND } from '../state-writes';
import { bytes, int, long, ordered, type SqlRow, type SqlValue } from '../values';
import type { SearchWork } from './search-work';
import { whereOf } from './sql-page';

/** Every stored sequence is lower. */
const MAX_LONG = 2n ** 63n - 1n;

/** Schedules that are read at a time: up to a megabyte of producers. */
const SLICE = 200;
const NARROW_BY = ['a smaller range of blocks or times (after, before)'];

/** Whether the producers of schedules are read until one matches. */
export const isScheduleSearch = ({ producer, key }: ScheduleQuery): boolean =>
  producer !== undefined || key !== undefined;

/** The newest schedule that matches. @throws BroadQueryError */
export async function readSchedule(
  session: SqlSession,
  query: ScheduleQuery,
  work: SearchWork,
): Promise<ScheduleRecord | undefined> {
  const found = await newestSchedule(session, query, work);
  if (found === undefined || found.kind === 'proposed') return found;
  const [proposed] = await session.all(
    'SELECT block FROM schedule WHERE kind = ? AND version = ? AND block <= ? ORDER BY block DESC LIMIT 1',
    [SCHEDULE_KIND.proposed, found.version, found.blockNum],
  );
  return { ...found, proposedBlockNum: proposed && int(proposed.block) };
}

async function newestSchedule(
  session: SqlSession,
  query: ScheduleQuery,
  work: SearchWork,
): Promise<ScheduleRecord | undefined> {
  const conditions: [string, SqlValue][] = [['kind = ?', SCHEDULE_KIND[query.kind]]];
  if (query.version !== undefined) conditions.push(['version = ?', query.version]);
  const { sql, params } = whereOf([...conditions, ...rangeConditions(query.range ?? {})]);
  const limit = isScheduleSearch(query) ? SLICE : 1;
  let [rest, behind]: [string, readonly SqlValue[]] = ['', []];
  for (;;) {
    const rows = await session.all(
      `SELECT * FROM schedule${sql}${rest} ORDER BY block DESC, version DESC LIMIT ?`,
      [...params, ...behind, limit],
    );
    const found = rows.map((row) => scheduleOf(row, query.kind)).find((record) => matches(record, query));
    const last = rows.at(-1);
    if (found !== undefined || last === undefined || rows.length < limit) return found;
    if (!(await work.mayContinue())) throw new BroadQueryError(NARROW_BY);
    rest = ' AND (block, version) < (?, ?)';
    behind = [last.block ?? null, last.version ?? null];
  }
}

const matches = ({ producers }: ScheduleRecord, { producer, key }: ScheduleQuery): boolean =>
  (producer === undefined || producers.some(({ name }) => name === producer)) &&
  (key === undefined || producers.some(({ keys }) => keys.some((entry) => equalBytes(entry.key, key))));

function scheduleOf(row: SqlRow, kind: ScheduleRecord['kind']): ScheduleRecord {
  const blockNum = int(row.block);
  return {
    kind,
    version: int(row.version),
    producers: readProducers(bytes(row.producers)),
    blockNum,
    timeMs: int(row.time),
    proposedBlockNum: kind === 'proposed' ? blockNum : undefined,
  };
}

/** Conditions on the columns `block` and `time`. */
export function rangeConditions(range: HistoryRange): [string, SqlValue][] {
  const { fromBlock, toBlock, fromTimeMs, toTimeMs } = range;
  const given: [string, number | undefined][] = [
    ['block >= ?', fromBlock],
    ['block <= ?', toBlock],
    ['time >= ?', fromTimeMs],
    ['time <= ?', toTimeMs],
  ];
  return given.flatMap(([sql, value]): [string, SqlValue][] => (value === undefined ? [] : [[sql, value]]));
}

export async function readAbi(session: SqlSession, query: AbiQuery): Promise<AbiRecord | undefined> {
  const conditions: [string, SqlValue][] = [['account = ?', ordered(query.contract)]];
  if (query.atSequence !== undefined && query.atSequence <= MAX_LONG)
    conditions.push(['seq < ?', query.atSequence]);
  if (query.atBlock !== undefined) conditions.push(['block <= ?', query.atBlock]);
  const { sql, params } = whereOf(conditions);
  const [row] = await session.all(`SELECT * FROM abi${sql} ORDER BY seq DESC LIMIT 1`, params);
  if (row === undefined) return readNodeAbi(session, query.contract);
  return {
    account: query.contract,
    globalSequence: long(row.seq),
    blockNum: int(row.block),
    hash: bytes(row.hash),
    abi: bytes(row.abi),
  };
}
