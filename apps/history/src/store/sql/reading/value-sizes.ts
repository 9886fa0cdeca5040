import { fittingEntries } from '../../page-bytes';
import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import { byTier, tierBounds } from '../tiers/tier-windows';
import { int, long } from '../values';
import type { Bounds } from './bounds';
import { transactionValues } from './cold-transactions';

export type ValueTable = 'action' | 'delta';

/** Bytes that a page reads of one action: the signatures of its transaction are read with each of its actions. */
export const ACTION_SIZE = 'length(a.payload) + length(t.signatures)';
const HOT_SQL: Readonly<Record<ValueTable, string>> = {
  action: `SELECT a.seq, ${ACTION_SIZE} FROM action a JOIN trx t ON t.seq = a.trx WHERE a.seq IN`,
  delta: 'SELECT seq, length(value) FROM delta WHERE seq IN',
};

/** Bytes of the values of actions or rows, in the order of the list. No value is read. */
export async function valueSizes(
  session: SqlSession,
  table: ValueTable,
  sequences: readonly bigint[],
): Promise<number[]> {
  const sizes = new Map<bigint, number>();
  const { hot, cold } = byTier(session, table, sequences);
  for (const slice of slices(hot)) {
    const { placeholders, params } = inList(slice);
    for (const [sequence, size] of await session.tuples(`${HOT_SQL[table]} ${placeholders}`, params))
      sizes.set(long(sequence), int(size));
  }
  const add = table === 'action' ? addColdActions : addColdDeltas;
  for (const slice of slices(cold)) await add(session, slice, sizes);
  return sequences.map((sequence) => sizes.get(sequence) ?? 0);
}

/** Signatures are in the tier that has the transaction. */
async function addColdActions(
  session: SqlSession,
  sequences: readonly bigint[],
  sizes: Map<bigint, number>,
): Promise<void> {
  const { placeholders, params } = inList(sequences);
  const sql = `SELECT seq, trx, toUInt32(length(payload)) FROM action WHERE seq IN ${placeholders}`;
  const rows = (await session.cold?.tuples(sql, params)) ?? [];
  const transactions = rows.map(([, trx]) => long(trx));
  const found = await transactionValues(session, 'seq, length(signatures)', transactions);
  const signatures = new Map(found.map(([trx, size]) => [long(trx), int(size)]));
  for (const [sequence, trx, size] of rows)
    sizes.set(long(sequence), int(size) + (signatures.get(long(trx)) ?? 0));
}

async function addColdDeltas(
  session: SqlSession,
  sequences: readonly bigint[],
  sizes: Map<bigint, number>,
): Promise<void> {
  const { placeholders, params } = inList(sequences);
  const sql = `SELECT seq, length(value) FROM delta WHERE seq IN ${placeholders}`;
  for (const [sequence, size] of (await session.cold?.tuples(sql, params)) ?? [])
    sizes.set(long(sequence), int(size));
}

/** Bytes of the values of all actions with sequences in bounds. No value is read. */
export async function rangeBytes(session: SqlSession, bounds: Bounds): Promise<number> {
  const { cold, hot } = tierBounds(session, 'action', bounds);
  let total = 0;
  if (hot !== undefined) {
    const sql = `SELECT COALESCE(SUM(${ACTION_SIZE}), 0) FROM action a JOIN trx t ON t.seq = a.trx WHERE a.seq BETWEEN ? AND ?`;
    total += int((await session.tuples(sql, [hot.from, hot.to]))[0]?.[0]);
  }
  if (cold !== undefined) {
    const sql = 'SELECT toUInt64(sum(length(payload))) AS total FROM action WHERE seq >= ? AND seq <= ?';
    total += int((await session.cold?.tuples(sql, [cold.from, cold.to]))?.[0]?.[0] ?? 0);
  }
  return total;
}

/**
 * The entries of a list in parts that are read one after the other.
 * @param maxBytes of a part; default: those of a page
 */
export async function sizedParts(
  session: SqlSession,
  table: ValueTable,
  sequences: readonly bigint[],
  maxBytes?: number,
): Promise<(readonly bigint[])[]> {
  const sizes = await valueSizes(session, table, sequences);
  const parts: (readonly bigint[])[] = [];
  for (let start = 0; start < sequences.length;) {
    const end = start + fittingEntries(sizes.slice(start), maxBytes);
    parts.push(sequences.slice(start, end));
    start = end;
  }
  return parts;
}
