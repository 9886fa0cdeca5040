import { equalBytes } from '@app/antelope';
import { TRANSACTION_STATUS, type TransactionHeader } from '../../../derive/action-writes';
import type { ActionRecord, BlockRecord, TransactionActions } from '../../records';
import { deltaSequence, numberFromId } from '../../positions';
import { readHeader } from '../blobs';
import { idPrefix } from '../history-rows';
import type { SqlSession } from '../session';
import { bytes, int, long, type SqlRow, type SqlValue } from '../values';
import { BLOCK_COLUMNS, readActionRange, transactionOf, TRX_COLUMNS } from './action-records';
import type { Bounds } from './bounds';
import { requireFirst } from './cold-actions';
import { areCold, coldTransactionRows, coldTransactionsOf } from './cold-transactions';
import type { Names } from './names';

/** As the store has it. */
const DELAYED = TRANSACTION_STATUS.indexOf('delayed');
/** Block numbers have 32 bits. */
const MAX_BLOCK_NUM = 2 ** 32 - 1;
const TRX_SQL = `SELECT ${TRX_COLUMNS}, t.first_seq, t.last_seq, ${BLOCK_COLUMNS} FROM trx t JOIN block b ON b.num = t.seq / 16777216 WHERE t.seq >= ? AND t.seq <= ? ORDER BY t.seq`;
/** Columns of an entry. */
const ENTRY = 'seq, id, status, first_seq, last_seq, header';

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
  const [last, ...earlier] = await entriesOf(session, id);
  if (last === undefined) return undefined;
  const delayed = earlier.find(({ status }) => status === DELAYED);
  const ranges = [...(delayed === undefined ? [] : [delayed]), last]
    .map(({ range }) => range)
    .filter(({ from, to }) => from <= to);
  return { sequence: last.sequence, ranges };
}

interface Entry {
  readonly sequence: bigint;
  readonly status: number;
  readonly range: Bounds;
  readonly header: TransactionHeader | undefined;
}

/**
 * The entries of a transaction, the newest first. Its id is that of its header: where that has no delay, there is no entry
 * in an earlier block, and the cold tier is not asked.
 */
async function entriesOf(session: SqlSession, id: Uint8Array): Promise<Entry[]> {
  const own = (rows: readonly (readonly SqlValue[])[]): Entry[] =>
    rows
      .filter(([, each]) => equalBytes(bytes(each), id))
      .map(([sequence, , status, from, to, header]) => ({
        ...{ sequence: long(sequence), status: int(status), range: { from: long(from), to: long(to) } },
        header: readHeader(bytes(header)),
      }));
  const prefix = idPrefix(id);
  const stored = own(
    await session.tuples(`SELECT ${ENTRY} FROM trx WHERE id_prefix = ? ORDER BY seq DESC`, [prefix]),
  );
  // Those below the border may not be removed yet.
  const hot = stored.filter(({ sequence }) => !areCold(session, { from: sequence }));
  return hot.some(({ header }) => header?.delaySec === 0)
    ? hot
    : [...hot, ...own(await coldTransactionsOf(session, prefix, ENTRY))];
}

export async function readTransaction(
  session: SqlSession,
  names: Names,
  id: Uint8Array,
): Promise<TransactionActions | undefined> {
  const found = await findTransaction(session, id);
  if (found === undefined) return undefined;
  const [row] = await transactionRows(session, { from: found.sequence, to: found.sequence });
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
  const bounds = { from: deltaSequence(num, 0), to: deltaSequence(num + 1, 0) - 1n };
  return withActions(session, names, await transactionRows(session, bounds));
}

/** Transactions of one block, with it. */
const transactionRows = (session: SqlSession, bounds: Bounds): Promise<SqlRow[]> =>
  areCold(session, bounds)
    ? coldTransactionRows(session, bounds, BLOCK_COLUMNS)
    : session.all(TRX_SQL, [bounds.from, bounds.to]);

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
