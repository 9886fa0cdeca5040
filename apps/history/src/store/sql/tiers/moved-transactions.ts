import { idPrefix } from '../history-rows';
import { COLD_TRX_RANGE } from '../schema';
import { readSized } from '../sized-rows';
import { bytes, long } from '../values';
import { behindActions, type MovedRows } from './moved-rows';

const SOURCE = {
  table: 'trx',
  columns: 'seq, id, first_seq, last_seq, status, cpu, net, header, signatures',
  size: 'length(header) + length(signatures)',
} as const;

/** Transactions: an action that is in the store is read together with its transaction. */
export const MOVED_TRANSACTIONS: MovedRows = {
  ...behindActions('trx', ({ cold }) => cold.transactionBlock),
  tables: ['trx', 'trx_id'],
  ranges: COLD_TRX_RANGE,
  withBorder: (cursor, { to }) => ({ ...cursor, cold: { ...cursor.cold, transactionBlock: to + 1 } }),
  read: (session, range) => readSized(session, SOURCE, range),
  rowsOf: (transactions) => ({
    trx: transactions,
    trx_id: transactions.map(([seq, id]) => [idPrefix(bytes(id)), long(seq)]),
  }),
};
