import { fittingEntries } from '../page-bytes';
import type { SqlSession } from './session';
import { int, long, type SqlValue } from './values';

/** Bytes of payloads that are read at once: a contract chooses how large those of its actions are. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

export interface PayloadRange {
  readonly from: bigint;
  /** Exclusive. */
  readonly to: bigint;
  /** Most actions. */
  readonly limit: number;
  /** Most bytes of their payloads; default: MAX_READ_BYTES. */
  readonly maxBytes?: number;
}

interface PayloadRows {
  /** `seq`, `trx`, `type` and `payload`, by sequence. */
  readonly rows: SqlValue[][];
  /** The sequence to continue from; undefined: no action of the range is left. */
  readonly next: bigint | undefined;
}

/** Actions of a range of global sequences, bounded in number and bytes, and one at least. Sizes are compared first. */
export async function readPayloads(
  session: SqlSession,
  { from, to, limit, maxBytes = MAX_READ_BYTES }: PayloadRange,
): Promise<PayloadRows> {
  const found = 'FROM action WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ?';
  const sizes = await session.tuples(`SELECT length(payload) ${found}`, [from, to, limit]);
  const fitting = fittingEntries(
    sizes.map(([size]) => int(size)),
    maxBytes,
  );
  const rows = await session.tuples(`SELECT seq, trx, type, payload ${found}`, [from, to, fitting]);
  const last = rows.at(-1);
  const isWhole = fitting === sizes.length && sizes.length < limit;
  return { rows, next: last === undefined || isWhole ? undefined : long(last[0]) + 1n };
}
