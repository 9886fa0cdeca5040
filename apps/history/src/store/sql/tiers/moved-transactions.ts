import { deltaSequence } from '../../positions';
import { requireCursor } from '../cursor';
import { idPrefix } from '../history-rows';
import { COLD_TRX_RANGE } from '../schema';
import { readSized } from '../sized-rows';
import { bytes, int, long } from '../values';
import type { MovedRows } from './moved-rows';

const SOURCE = {
  table: 'trx',
  columns: 'seq, id, first_seq, last_seq, status, cpu, net, header, signatures',
  size: 'length(header) + length(signatures)',
} as const;

/** Transactions, behind their actions: an action that is in the store is read together with its transaction. */
export const MOVED_TRANSACTIONS: MovedRows = {
  tables: ['trx', 'trx_id'],
  ranges: COLD_TRX_RANGE,
  borderOf: ({ cold }) => cold.transactionBlock,
  withBorder: (cursor, { to }) => ({ ...cursor, cold: { ...cursor.cold, transactionBlock: to + 1 } }),
  lastOf: ({ cold }) => cold.block - 1,
  startOf: (block) => deltaSequence(int(block.num), 0),
  read: (session, range) => readSized(session, SOURCE, range),
  rowsOf: (transactions) => ({
    trx: transactions,
    trx_id: transactions.map(([seq, id]) => [idPrefix(bytes(id)), long(seq)]),
  }),
  left: async (session, limit) => {
    const { cold } = await requireCursor(session);
    const border = deltaSequence(cold.transactionBlock, 0);
    return session.tuples('SELECT seq FROM trx WHERE seq < ? ORDER BY seq LIMIT ?', [border, limit]);
  },
  remove: (session, transactions) =>
    session.run('DELETE FROM trx WHERE seq <= ?', [long(transactions.at(-1)?.[0])]),
};
