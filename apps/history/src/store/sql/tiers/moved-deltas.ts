import { COLD_DELTA_RANGE } from '../schema';
import { readSized } from '../sized-rows';
import { int, long, type SqlValue } from '../values';
import { behindActions, type MovedRows } from './moved-rows';

const SOURCE = {
  table: 'delta',
  columns: 'seq, tbl, scope, pk, payer, present, value',
  size: 'length(value)',
} as const;

/** Changed rows of contracts, with tables in the place of the indexes of the store. */
export const MOVED_DELTAS: MovedRows = {
  ...behindActions('delta', ({ cold }) => cold.deltaBlock),
  tables: ['delta', 'delta_row', 'delta_scope', 'delta_payer', 'delta_removed'],
  ranges: COLD_DELTA_RANGE,
  withBorder: (cursor, { to }) => ({ ...cursor, cold: { ...cursor.cold, deltaBlock: to + 1 } }),
  read: (session, range) => readSized(session, SOURCE, range),
  rowsOf: (deltas) => {
    const rows: SqlValue[][] = [];
    const scopes: SqlValue[][] = [];
    const payers: SqlValue[][] = [];
    const removed: SqlValue[][] = [];
    for (const [sequence, table, scopeId, key, payer, present] of deltas) {
      const [seq, tbl, scope, pk] = [long(sequence), int(table), int(scopeId), long(key)];
      rows.push([pk, tbl, scope, seq]);
      scopes.push([tbl, scope, seq]);
      payers.push([int(payer), seq]);
      if (int(present) === 0) removed.push([tbl, scope, pk, seq]);
    }
    return {
      delta: deltas,
      delta_row: rows,
      delta_scope: scopes,
      delta_payer: payers,
      delta_removed: removed,
    };
  },
};
