import { StoreUnavailableError } from '../../errors';
import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import { blockOfDelta } from '../../positions';
import { bytes, int, long, type SqlValue } from '../values';
import type { Bounds } from './bounds';
import { transactionValues } from './cold-transactions';

/** Columns of a row of the cold tier. */
const COLUMNS = 'seq, trx, type, payload';

type Tuple = readonly SqlValue[];

/** Actions of the cold tier as `actionColumns` of action-records.ts selects those of the hot one, in any order. */
export async function coldActions(session: SqlSession, sequences: readonly bigint[]): Promise<Tuple[]> {
  const { placeholders, params } = inList(sequences);
  const sql = `SELECT ${COLUMNS} FROM action WHERE seq IN ${placeholders}`;
  const rows = (await session.cold?.tuples(sql, params)) ?? [];
  if (rows.length < new Set(sequences).size) throw lost();
  return withTransactions(session, rows);
}

/** The same for a range, in its order. */
export async function coldActionsBetween(session: SqlSession, { from, to }: Bounds): Promise<Tuple[]> {
  const sql = `SELECT ${COLUMNS} FROM action WHERE seq >= ? AND seq <= ? ORDER BY seq`;
  return withTransactions(session, (await session.cold?.tuples(sql, [from, to])) ?? []);
}

/** Throws StoreUnavailableError where the first action of a transaction is missing: all are in one tier or the other. */
export function requireFirst(session: SqlSession, from: bigint, sequences: ReadonlySet<bigint>): void {
  const isCold = session.cold !== undefined && from < session.cold.below.action;
  if (isCold && !sequences.has(from)) throw lost();
}

const lost = (): StoreUnavailableError =>
  new StoreUnavailableError('the database of HISTORY_COLD_URL has lost actions that were moved into it');

/** Blocks are in the store. */
async function withTransactions(session: SqlSession, actions: readonly Tuple[]): Promise<Tuple[]> {
  const sequences = actions.map(([, trx]) => long(trx));
  const values = await transactionValues(session, 'seq, status, cpu, net, id, signatures', sequences);
  const transactions = new Map(values.map((row) => [long(row[0]), row]));
  const blocks = await blocksOf(session, sequences);
  return actions.map(([sequence, trx, type, payload]) => {
    const transaction = transactions.get(long(trx));
    const block = blocks.get(blockOfDelta(long(trx)));
    if (transaction === undefined || block === undefined)
      throw new RangeError(`the store has no transaction of the action ${String(sequence)}`);
    const [, status, cpu, net, id, signatures] = transaction;
    const [, time, producer, blockId] = block;
    const joined = concatenated([blockId, id, payload, signatures].map(bytes));
    return [long(sequence), long(trx), ...[type, status, cpu, net, time, producer].map(value), joined];
  });
}

/** Number, time, producer and id of the blocks of transactions, or of changed rows. */
export async function blocksOf(
  session: SqlSession,
  sequences: readonly bigint[],
): Promise<ReadonlyMap<number, Tuple>> {
  const blocks = new Map<number, Tuple>();
  for (const slice of slices([...new Set(sequences.map(blockOfDelta))])) {
    const { placeholders, params } = inList(slice);
    const sql = `SELECT num, time, producer, id FROM block WHERE num IN ${placeholders}`;
    for (const row of await session.tuples(sql, params)) blocks.set(int(row[0]), row);
  }
  return blocks;
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const joined = Buffer.concat(parts);
  // Records have plain arrays of bytes: a Buffer has another text in JSON.
  return new Uint8Array(joined.buffer, joined.byteOffset, joined.byteLength);
}

export function value(column: SqlValue | undefined): SqlValue {
  if (column === undefined) throw new TypeError('the row lacks a column');
  return column;
}
