import { fittingEntries } from '../page-bytes';
import type { SqlSession } from './session';
import { int, long, type SqlValue } from './values';

/** Bytes of values that are read at once: a contract chooses how large those of its actions are. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

export interface SizedRange {
  readonly from: bigint;
  /** Exclusive. */
  readonly to: bigint;
  /** Most rows. */
  readonly limit: number;
  /** Most bytes of their values; default: MAX_READ_BYTES. */
  readonly maxBytes?: number;
}

/** A table whose rows are read by their sequences. */
interface SizedTable {
  readonly table: 'action' | 'trx' | 'delta';
  /** The first one is `seq`. */
  readonly columns: string;
  /** Bytes of the values of a row. */
  readonly size: string;
}

export interface SizedRows {
  /** By sequence. */
  readonly rows: SqlValue[][];
  /** Bytes of their values. */
  readonly bytes: number;
  /** The sequence to continue from; undefined: no row of the range is left. */
  readonly next: bigint | undefined;
}

/** `seq`, `trx`, `type` and `payload` of actions, bounded in number and bytes, and one at least. */
export const readPayloads = (session: SqlSession, range: SizedRange): Promise<SizedRows> =>
  readSized(session, { table: 'action', columns: 'seq, trx, type, payload', size: 'length(payload)' }, range);

/** Rows of a range of sequences, bounded in number and bytes, and one at least. Sizes are compared first. */
export async function readSized(
  session: SqlSession,
  { table, columns, size }: SizedTable,
  { from, to, limit, maxBytes = MAX_READ_BYTES }: SizedRange,
): Promise<SizedRows> {
  const found = `FROM ${table} WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ?`;
  const sizes = (await session.tuples(`SELECT ${size} ${found}`, [from, to, limit])).map(([each]) =>
    int(each),
  );
  const fitting = fittingEntries(sizes, maxBytes);
  const rows = await session.tuples(`SELECT ${columns} ${found}`, [from, to, fitting]);
  const bytes = sizes.slice(0, fitting).reduce((total, each) => total + each, 0);
  const last = rows.at(-1);
  const isWhole = fitting === sizes.length && sizes.length < limit;
  return { rows, bytes, next: last === undefined || isWhole ? undefined : long(last[0]) + 1n };
}
