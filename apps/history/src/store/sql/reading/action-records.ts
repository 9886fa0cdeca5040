import { TRANSACTION_STATUS } from '../../../derive/block-writes';
import type { Order } from '../../queries';
import type { ActionRecord, BlockRef, TransactionRecord } from '../../records';
import { readByteLists, readHeader } from '../blobs';
import { inList, slices } from '../in-list';
import { readPayload } from '../payload';
import type { SqlSession } from '../session';
import { bytes, int, long, type SqlRow } from '../values';
import type { Names } from './names';
import type { Condition } from './scan';

/** Members of a block in a joined row. */
export const BLOCK_COLUMNS = 'b.num AS block_num, b.id AS block_id, b.time AS block_time, b.producer';
export const TRX_COLUMNS = 't.seq AS trx_seq, t.id AS trx_id, t.status, t.cpu, t.net, t.header, t.signatures';
const ACTION_COLUMNS = `a.seq, a.type, a.payload, ${TRX_COLUMNS}, ${BLOCK_COLUMNS}`;
const JOINED = 'JOIN trx t ON t.seq = a.trx JOIN block b ON b.num = a.trx / 16777216';
const ACTION_SQL = `SELECT ${ACTION_COLUMNS} FROM action a ${JOINED} WHERE a.seq`;
const TRX_INDEX_MASK = 2n ** 24n - 1n;

export const blockRefOf = (row: SqlRow, names: Names): BlockRef => ({
  num: int(row.block_num),
  id: bytes(row.block_id),
  timeMs: int(row.block_time),
  producer: names.nameOf(int(row.producer)),
});

export function transactionOf(row: SqlRow, names: Names): TransactionRecord {
  return {
    id: bytes(row.trx_id),
    status: TRANSACTION_STATUS[int(row.status)] ?? 'executed',
    cpuUsageUs: int(row.cpu),
    netUsageWords: int(row.net),
    header: readHeader(bytes(row.header)),
    signatures: readByteLists(bytes(row.signatures)),
    block: blockRefOf(row, names),
    index: Number(long(row.trx_seq) & TRX_INDEX_MASK),
  };
}

/** Actions of joined rows; those of one transaction share its record. */
function actionsOf(rows: readonly SqlRow[], names: Names): ActionRecord[] {
  const transactions = new Map<bigint, TransactionRecord>();
  return rows.map((row) => {
    const trxSequence = long(row.trx_seq);
    const transaction = transactions.get(trxSequence) ?? transactionOf(row, names);
    transactions.set(trxSequence, transaction);
    const globalSequence = long(row.seq);
    const { code, name } = names.actionOf(int(row.type));
    const payload = readPayload(bytes(row.payload), globalSequence, names.nameOf);
    return { globalSequence, account: code, name, ...payload, transaction };
  });
}

/** The actions whose global sequences a statement selects, in their order. */
export async function readActionPage(
  session: SqlSession,
  names: Names,
  { sql, params }: Condition,
  order: Order,
): Promise<ActionRecord[]> {
  const rows = await session.all(
    `SELECT ${ACTION_COLUMNS} FROM (${sql}) page JOIN action a ON a.seq = page.seq ${JOINED} ORDER BY a.seq ${order === 'asc' ? 'ASC' : 'DESC'}`,
    params,
  );
  return names.decoding(session, () => actionsOf(rows, names));
}

/** Actions by their global sequences, in the order of the list. */
export async function readActions(
  session: SqlSession,
  names: Names,
  sequences: readonly bigint[],
): Promise<ActionRecord[]> {
  const found = new Map<bigint, ActionRecord>();
  for (const slice of slices(sequences)) {
    const { placeholders, params } = inList(slice);
    const rows = await session.all(`${ACTION_SQL} IN ${placeholders}`, params);
    for (const action of await names.decoding(session, () => actionsOf(rows, names)))
      found.set(action.globalSequence, action);
  }
  return sequences.flatMap((sequence) => found.get(sequence) ?? []);
}

/** Actions with global sequences from..to, in that order. */
export async function readActionRange(
  session: SqlSession,
  names: Names,
  from: bigint,
  to: bigint,
): Promise<ActionRecord[]> {
  if (from > to) return [];
  const rows = await session.all(`${ACTION_SQL} BETWEEN ? AND ? ORDER BY a.seq`, [from, to]);
  return names.decoding(session, () => actionsOf(rows, names));
}
