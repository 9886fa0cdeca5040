import { StoreUnavailableError } from '../../errors';
import { blockOfDelta } from '../../positions';
import { inList } from '../in-list';
import type { SqlSession } from '../session';
import { bytes, long, type SqlValue } from '../values';
import { blocksOf, concatenated, value } from './cold-actions';
import { plain } from './cold-transactions';

/** Changed rows of the cold tier as `deltaSql` of deltas.ts selects those of the hot one, in any order. */
export async function coldDeltas(session: SqlSession, sequences: readonly bigint[]): Promise<SqlValue[][]> {
  const rows = await coldDeltaRows(session, 'seq, tbl, scope, pk, payer, present, value', sequences);
  const blocks = await blocksOf(
    session,
    rows.map(([sequence]) => long(sequence)),
  );
  return rows.map(([sequence, ...columns]) => {
    const num = blockOfDelta(long(sequence));
    const block = blocks.get(num);
    if (block === undefined) throw new RangeError(`the store has no block ${num}`);
    const [, time, producer, id] = block;
    const joined = concatenated([bytes(id), bytes(columns.pop())]);
    return [long(sequence), ...columns, value(time), value(producer), joined];
  });
}

/**
 * Values of changed rows of the cold tier, in any order.
 * @throws StoreUnavailableError when it has lost one
 */
export async function coldDeltaRows(
  session: SqlSession,
  columns: string,
  sequences: readonly bigint[],
): Promise<SqlValue[][]> {
  const { placeholders, params } = inList(sequences);
  const sql = `SELECT ${columns} FROM delta WHERE seq IN ${placeholders}`;
  const rows = (await session.cold?.tuples(sql, params)) ?? [];
  if (rows.length < new Set(sequences).size)
    throw new StoreUnavailableError(
      'the database of HISTORY_COLD_URL has lost changed rows that were moved into it',
    );
  return rows.map((row) => row.map((each) => (each instanceof Uint8Array ? plain(each) : each)));
}

/** Whether the cold tier has a changed row. */
export const isCold = ({ cold }: SqlSession, sequence: bigint): boolean =>
  cold !== undefined && sequence < cold.below.delta;
