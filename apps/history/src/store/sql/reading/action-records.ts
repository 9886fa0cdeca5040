import { TRANSACTION_STATUS, type TransactionStatus } from '../../../derive/action-writes';
import { blockOfDelta } from '../../positions';
import { LargeAnswerError, LargePageError } from '../../errors';
import { cutPage, MAX_PAGE_BYTES, MAX_WHOLE_BYTES, type PageBytes } from '../../page-bytes';
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
import { ACTION_SIZE, rangeBytes, valueSizes } from './value-sizes';

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

/** The actions of a page up to its bytes. */
export interface SizedActions {
  readonly items: readonly ActionRecord[];
  /** Entries of the page, with those behind its bytes. */
  readonly found: number;
  readonly isCut?: true;
}

const sized = (items: readonly ActionRecord[], found: number): SizedActions => ({
  items,
  found,
  ...(items.length < found ? { isCut: true } : {}),
});

/**
 * The actions whose global sequences a statement selects, in their order, up to the bytes of a page. One statement: those
 * behind are left out before their values are read.
 * @throws LargePageError
 */
export async function readActionPage(
  session: SqlSession,
  names: Names,
  { sql, params }: Condition,
  { order, maxBytes = MAX_PAGE_BYTES, mayBeShort = false }: PageBytes & { readonly order: Order },
): Promise<SizedActions> {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sizes = `SELECT page.seq, ${ACTION_SIZE} AS size FROM (${sql}) page JOIN action a ON a.seq = page.seq JOIN trx t ON t.seq = a.trx`;
  const summed = `SELECT seq, count(seq) OVER () AS found, row_number() OVER w AS place, sum(size) OVER w AS total FROM (${sizes}) sizes WINDOW w AS (ORDER BY seq ${direction})`;
  const rows = await session.tuples(
    `SELECT ${actionColumns(session)}, page.found FROM (${summed}) page JOIN action a ON a.seq = page.seq ${JOINED} WHERE page.place = 1 OR page.total <= ? ORDER BY a.seq ${direction}`,
    [...params, maxBytes],
  );
  const found = rows[0] === undefined ? 0 : int(rows[0].at(-1));
  if (rows.length < found && !mayBeShort) throw new LargePageError(rows.length);
  return sized(await names.decoding(session, () => actionsOf(rows, names)), found);
}

/** The same of a list of global sequences. @throws LargePageError */
export async function readSizedActions(
  session: SqlSession,
  names: Names,
  sequences: readonly bigint[],
  bytesOfPage: PageBytes,
): Promise<SizedActions> {
  const { items } = cutPage(sequences, await valueSizes(session, 'action', sequences), bytesOfPage);
  return sized(await readActions(session, names, items), sequences.length);
}

/** Actions by their global sequences, in the order of the list. */
export async function readActions(
  session: SqlSession,
  names: Names,
  sequences: readonly bigint[],
): Promise<ActionRecord[]> {
  const found = new Map<bigint, ActionRecord>();
  const { hot, cold } = byTier(session, 'action', sequences);
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

/** The actions of a transaction or a block, with global sequences from..to, in that order. @throws LargeAnswerError */
export async function readActionRange(
  session: SqlSession,
  names: Names,
  from: bigint,
  to: bigint,
): Promise<ActionRecord[]> {
  if (from > to) return [];
  const { cold, hot } = tierBounds(session, 'action', { from, to });
  if ((await rangeBytes(session, { from, to })) > MAX_WHOLE_BYTES)
    throw new LargeAnswerError(
      'the actions have more bytes than an answer may have: read them page by page, by get_actions with after and before their block',
    );
  const rows = [
    ...(cold === undefined ? [] : await coldActionsBetween(session, cold)),
    ...(hot === undefined
      ? []
      : await session.tuples(`${actionSql(session)} BETWEEN ? AND ? ORDER BY a.seq`, [hot.from, hot.to])),
  ];
  return names.decoding(session, () => actionsOf(rows, names));
}
