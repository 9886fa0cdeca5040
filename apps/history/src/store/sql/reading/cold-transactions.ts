import { StoreUnavailableError } from '../../errors';
import { blockOfDelta } from '../../positions';
import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import { byTier } from '../tiers/tier-windows';
import { bytes, int, long, type SqlRow, type SqlValue } from '../values';
import type { Bounds } from './bounds';

type Tuple = readonly SqlValue[];

/** Columns of a transaction in both tiers. */
const COLUMNS = 'seq, id, status, cpu, net, header, signatures, first_seq, last_seq';

/**
 * Values of transactions, of the tier that has each, in any order.
 * @param sequences of stored transactions; may have some more than once
 * @throws StoreUnavailableError when the cold tier has lost one
 */
export async function transactionValues(
  session: SqlSession,
  columns: string,
  sequences: readonly bigint[],
): Promise<Tuple[]> {
  const { hot, cold } = byTier(session, 'trx', [...new Set(sequences)]);
  const rows: Tuple[] = [];
  for (const slice of slices(hot)) {
    const { placeholders, params } = inList(slice);
    rows.push(...(await session.tuples(`SELECT ${columns} FROM trx WHERE seq IN ${placeholders}`, params)));
  }
  for (const slice of slices(cold)) {
    const { placeholders, params } = inList(slice);
    const sql = `SELECT ${columns} FROM trx WHERE seq IN ${placeholders}`;
    rows.push(...(await coldRows(session, sql, params, slice.length)));
  }
  return rows;
}

/**
 * Values of the transactions of the cold tier whose ids have a prefix, the newest first.
 * @throws StoreUnavailableError
 */
export async function coldTransactionsOf(
  session: SqlSession,
  idPrefix: number,
  columns: string,
): Promise<Tuple[]> {
  const { cold } = session;
  if (cold === undefined || cold.below.trx === 0n) return [];
  const found = await cold.tuples('SELECT seq FROM trx_id WHERE id_prefix = ? AND seq < ?', [
    idPrefix,
    cold.below.trx,
  ]);
  const values = await transactionValues(
    session,
    columns,
    found.map(([sequence]) => long(sequence)),
  );
  return values.sort(([one], [other]) => (long(one) > long(other) ? -1 : 1));
}

/** Whether the cold tier has the transactions of a block, from the sequence of one of them on. */
export const areCold = ({ cold }: SqlSession, { from }: Pick<Bounds, 'from'>): boolean =>
  cold !== undefined && from < cold.below.trx;

/**
 * Transactions of one block of the cold tier, or one of them, with their block, by sequence.
 * @param blockColumns members of the block `b`
 * @throws StoreUnavailableError when some are lost
 */
export async function coldTransactionRows(
  session: SqlSession,
  { from, to }: Bounds,
  blockColumns: string,
): Promise<SqlRow[]> {
  const [block] = await session.all(`SELECT ${blockColumns}, b.trx_count FROM block b WHERE b.num = ?`, [
    blockOfDelta(from),
  ]);
  if (block === undefined) return [];
  const sql = `SELECT ${COLUMNS} FROM trx WHERE seq >= ? AND seq <= ? ORDER BY seq`;
  const rows = await coldRows(session, sql, [from, to], from === to ? 1 : int(block.trx_count));
  return rows.map(([seq, id, status, cpu, net, header, signatures, first, last]) => ({
    ...block,
    ...{ trx_seq: long(seq), trx_id: plain(id), status: int(status), cpu: int(cpu), net: int(net) },
    ...{ header: plain(header), signatures: plain(signatures) },
    ...{ first_seq: long(first), last_seq: long(last) },
  }));
}

async function coldRows(
  session: SqlSession,
  sql: string,
  params: readonly SqlValue[],
  wanted: number,
): Promise<SqlValue[][]> {
  const rows = (await session.cold?.tuples(sql, params)) ?? [];
  if (rows.length < wanted)
    throw new StoreUnavailableError(
      'the database of HISTORY_COLD_URL has lost transactions that were moved into it',
    );
  return rows;
}

/** Records have plain arrays of bytes: a Buffer has another text in JSON. */
export function plain(value: SqlValue | undefined): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes(value);
  return new Uint8Array(buffer, byteOffset, byteLength);
}
