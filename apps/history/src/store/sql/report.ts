import type { IndexProgress, IndexReport } from '../port';
import type { SqlSession } from './session';
import { bytes, int, type SqlRow, type SqlValue } from './values';

const TENTHS = 10;

/** The row of a report. Zero and an empty text stand for values that are not there. */
export const reportRow = ({ isConnected, targetNum, error, progress }: IndexReport): SqlValue[] => [
  1,
  isConnected ? 1 : 0,
  targetNum ?? 0,
  new TextEncoder().encode(error ?? ''),
  progress?.remainingBlocks ?? 0,
  Math.round((progress?.blocksPerSecond ?? 0) * TENTHS),
  progress?.remainingSeconds ?? 0,
];

/** The last report of the process that writes. */
export async function readReport(session: SqlSession): Promise<IndexReport> {
  const [row] = await session.all('SELECT * FROM index_report');
  if (row === undefined)
    return { isConnected: false, targetNum: undefined, error: undefined, progress: undefined };
  const targetNum = int(row.node_head);
  const error = new TextDecoder().decode(bytes(row.error));
  return {
    isConnected: int(row.connected) === 1,
    targetNum: targetNum === 0 ? undefined : targetNum,
    error: error === '' ? undefined : error,
    progress: progressOf(row),
  };
}

function progressOf(row: SqlRow): IndexProgress | undefined {
  const remainingBlocks = int(row.remaining_blocks);
  if (remainingBlocks === 0) return undefined;
  return {
    remainingBlocks,
    blocksPerSecond: int(row.tenths_per_second) / TENTHS,
    remainingSeconds: int(row.remaining_seconds),
  };
}
