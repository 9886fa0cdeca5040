import { equalBytes } from '@app/antelope';
import { TRANSACTION_STATUS } from '../../../derive/action-writes';
import type { ActionRecord, BlockRecord, TransactionActions } from '../../records';
import { deltaSequence, numberFromId } from '../../positions';
import { idPrefix } from '../history-rows';
import type { SqlSession } from '../session';
import { bytes, int, long, type SqlRow } from '../values';
import { BLOCK_COLUMNS, readActionRange, transactionOf, TRX_COLUMNS } from './action-records';
import type { Bounds } from './bounds';
import { requireFirst } from './cold-actions';
import type { Names } from './names';

/** As the store has it. */
const DELAYED = TRANSACTION_STATUS.indexOf('delayed');
/** Block numbers have 32 bits. */
const MAX_BLOCK_NUM = 2 ** 32 - 1;
const TRX_SQL = `SELECT ${TRX_COLUMNS}, t.first_seq, t.last_seq, ${BLOCK_COLUMNS} FROM trx t JOIN block b ON b.num = t.seq / 16777216 WHERE`;

/** The last entry of a transaction, and the sequences of its actions. */
interface FoundTransaction {
  readonly sequence: bigint;
  /** In ascending order; the first of two is that of the block in which the transaction was delayed. */
  readonly ranges: readonly Bounds[];
}

/** Undefined when it is not stored. */
export async function findTransaction(
  session: SqlSession,
  id: Uint8Array,
): Promise<FoundTransaction | undefined> {
  const rows = await session.all(
    'SELECT seq, id, status, first_seq, last_seq FROM trx WHERE id_prefix = ? ORDER BY seq DESC',
    [idPrefix(id)],
  );
  const [last, ...earlier] = rows.filter((candidate) => equalBytes(bytes(candidate.id), id));
  if (last === undefined) return undefined;
  const delayed = earlier.find(({ status }) => int(status) === DELAYED);
  const ranges = [...(delayed === undefined ? [] : [delayed]), last]
    .map((row) => ({ from: long(row.first_seq), to: long(row.last_seq) }))
    .filter(({ from, to }) => from <= to);
  return { sequence: long(last.seq), ranges };
}

export async function readTransaction(
  session: SqlSession,
  names: Names,
  id: Uint8Array,
): Promise<TransactionActions | undefined> {
  const found = await findTransaction(session, id);
  if (found === undefined) return undefined;
  const [row] = await session.all(`${TRX_SQL} t.seq = ?`, [found.sequence]);
  if (row === undefined) return undefined;
  const actions: ActionRecord[] = [];
  for (const { from, to } of found.ranges) {
    const read = await readActionRange(session, names, from, to);
    requireFirst(session, from, sequencesOf(read));
    actions.push(...read);
  }
  const transaction = await names.decoding(session, () => transactionOf(row, names));
  return { ...transaction, actions };
}

export async function readBlockTransactions(
  session: SqlSession,
  names: Names,
  num: number,
): Promise<TransactionActions[]> {
  if (num > MAX_BLOCK_NUM) return [];
  const rows = await session.all(`${TRX_SQL} t.seq >= ? AND t.seq < ? ORDER BY t.seq`, [
    deltaSequence(num, 0),
    deltaSequence(num + 1, 0),
  ]);
  return withActions(session, names, rows);
}

/** The actions of a block follow each other: they are read at once, however many transactions have them. */
async function withActions(
  session: SqlSession,
  names: Names,
  rows: readonly SqlRow[],
): Promise<TransactionActions[]> {
  const ranges = rows
    .map((row) => ({ from: long(row.first_seq), to: long(row.last_seq) }))
    .filter(({ from, to }) => from <= to);
  const [first, last] = [ranges.at(0), ranges.at(-1)];
  // One read for all, as the cold tier may be far away.
  const read = first && last ? await readActionRange(session, names, first.from, last.to) : [];
  const sequences = sequencesOf(read);
  for (const { from } of ranges) requireFirst(session, from, sequences);
  const actions = new Map<number, ActionRecord[]>();
  for (const action of read) {
    const { index } = action.transaction;
    const known = actions.get(index);
    if (known === undefined) actions.set(index, [action]);
    else known.push(action);
  }
  return names.decoding(session, () =>
    rows.map((row) => {
      const transaction = transactionOf(row, names);
      return { ...transaction, actions: actions.get(transaction.index) ?? [] };
    }),
  );
}

const sequencesOf = (actions: readonly ActionRecord[]): ReadonlySet<bigint> =>
  new Set(actions.map(({ globalSequence }) => globalSequence));

export async function readBlock(
  session: SqlSession,
  names: Names,
  at: number | Uint8Array,
): Promise<BlockRecord | undefined> {
  const num = typeof at === 'number' ? at : numberFromId(at);
  const [row] = await session.all('SELECT * FROM block WHERE num = ?', [num]);
  if (row === undefined || (typeof at !== 'number' && !equalBytes(at, bytes(row.id)))) return undefined;
  return names.decoding(session, () => ({
    num: int(row.num),
    id: bytes(row.id),
    previousId: bytes(row.previous),
    timeMs: int(row.time),
    producer: names.nameOf(int(row.producer)),
    scheduleVersion: int(row.schedule),
    cpuUsageUs: int(row.cpu),
    netUsageWords: int(row.net),
    transactionCount: int(row.trx_count),
    transactionMroot: bytes(row.trx_mroot),
    actionMroot: bytes(row.action_mroot),
  }));
}
