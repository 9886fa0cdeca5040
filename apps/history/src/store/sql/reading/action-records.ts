import { TRANSACTION_STATUS, type TransactionStatus } from '../../../derive/action-writes';
import { blockOfDelta } from '../../positions';
import type { Order } from '../../queries';
import type { ActionRecord, ActionTransaction, BlockRef, TransactionRecord } from '../../records';
import { BlobReader } from '../blob';
import { readByteLists, readHeader } from '../blobs';
import { inList, slices } from '../in-list';
import { readPayload } from '../payload';
import type { SqlSession } from '../session';
import { bytes, int, long, type SqlRow, type SqlValue } from '../values';
import type { Names } from './names';
import type { Condition } from './scan';
import { coldActions, coldActionsBetween } from './cold-actions';
import { byTier, tierBounds } from '../tiers/tier-windows';

/** Members of a block in a joined row. */
export const BLOCK_COLUMNS = 'b.num AS block_num, b.id AS block_id, b.time AS block_time, b.producer';
export const TRX_COLUMNS = 't.seq AS trx_seq, t.id AS trx_id, t.status, t.cpu, t.net, t.header, t.signatures';
/**
 * Bytes of an action are read as one value: a database takes longer to return five values than one of their length.
 * The ids have a fixed length, the payload ends by itself, the signatures are the rest.
 */
const actionColumns = ({ bytesType }: SqlSession): string =>
  `a.seq, a.trx, a.type, t.status, t.cpu, t.net, b.time, b.producer, CAST(b.id || t.id || a.payload || t.signatures AS ${bytesType})`;
const JOINED = 'JOIN trx t ON t.seq = a.trx JOIN block b ON b.num = a.trx / 16777216';
const actionSql = (session: SqlSession): string =>
  `SELECT ${actionColumns(session)} FROM action a ${JOINED} WHERE a.seq`;
/** Of a block or a transaction. */
export const ID_BYTES = 32;

const statusOf = (status: SqlValue | undefined): TransactionStatus =>
  TRANSACTION_STATUS[int(status)] ?? 'executed';

/** Position of a transaction in its block. */
const indexOf = (trxSequence: bigint): number => Number(BigInt.asUintN(24, trxSequence));

export const blockRefOf = (row: SqlRow, names: Names): BlockRef => ({
  num: int(row.block_num),
  id: bytes(row.block_id),
  timeMs: int(row.block_time),
  producer: names.nameOf(int(row.producer)),
});

export function transactionOf(row: SqlRow, names: Names): TransactionRecord {
  return {
    id: bytes(row.trx_id),
    status: statusOf(row.status),
    cpuUsageUs: int(row.cpu),
    netUsageWords: int(row.net),
    header: readHeader(bytes(row.header)),
    signatures: readByteLists(bytes(row.signatures)),
    block: blockRefOf(row, names),
    index: indexOf(long(row.trx_seq)),
  };
}

type Tuple = readonly SqlValue[];

/** Actions of tuples of `actionColumns`; those of one transaction share its record. */
function actionsOf(rows: readonly Tuple[], names: Names): ActionRecord[] {
  const transactions = new Map<bigint, ActionTransaction>();
  return rows.map((row) => {
    const [sequence, trx, type, , , , , , joined] = row;
    const globalSequence = long(sequence);
    const reader = new BlobReader(bytes(joined));
    const ids = [reader.take(ID_BYTES), reader.take(ID_BYTES)] as const;
    const payload = readPayload(reader, globalSequence, names.nameOf);
    const trxSequence = long(trx);
    let transaction = transactions.get(trxSequence);
    if (transaction === undefined) {
      transaction = actionTransactionOf(row, ids, readByteLists(reader.rest()), names);
      transactions.set(trxSequence, transaction);
    }
    const { code, name } = names.actionOf(int(type));
    return { globalSequence, account: code, name, ...payload, transaction };
  });
}

function actionTransactionOf(
  [, sequence, , status, cpu, net, time, producer]: Tuple,
  [blockId, id]: readonly [blockId: Uint8Array, id: Uint8Array],
  signatures: readonly Uint8Array[],
  names: Names,
): ActionTransaction {
  const trxSequence = long(sequence);
  return {
    id,
    status: statusOf(status),
    cpuUsageUs: int(cpu),
    netUsageWords: int(net),
    signatures,
    block: {
      num: blockOfDelta(trxSequence),
      id: blockId,
      timeMs: int(time),
      producer: names.nameOf(int(producer)),
    },
    index: indexOf(trxSequence),
  };
}

/** The actions whose global sequences a statement selects, in their order. */
export async function readActionPage(
  session: SqlSession,
  names: Names,
  { sql, params }: Condition,
  order: Order,
): Promise<ActionRecord[]> {
  const rows = await session.tuples(
    `SELECT ${actionColumns(session)} FROM (${sql}) page JOIN action a ON a.seq = page.seq ${JOINED} ORDER BY a.seq ${order === 'asc' ? 'ASC' : 'DESC'}`,
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
  const { hot, cold } = byTier(session, sequences);
  const add = async (rows: readonly Tuple[]): Promise<void> => {
    for (const action of await names.decoding(session, () => actionsOf(rows, names)))
      found.set(action.globalSequence, action);
  };
  for (const slice of slices(hot)) {
    const { placeholders, params } = inList(slice);
    await add(await session.tuples(`${actionSql(session)} IN ${placeholders}`, params));
  }
  for (const slice of slices(cold)) await add(await coldActions(session, slice));
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
  const { cold, hot } = tierBounds(session, { from, to });
  const rows = [
    ...(cold === undefined ? [] : await coldActionsBetween(session, cold)),
    ...(hot === undefined
      ? []
      : await session.tuples(`${actionSql(session)} BETWEEN ? AND ? ORDER BY a.seq`, [hot.from, hot.to])),
  ];
  return names.decoding(session, () => actionsOf(rows, names));
}
