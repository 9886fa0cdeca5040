import type { ContractRow, ContractTable } from '@app/ship';
import type { RowChange, TransactionTrace } from '../../kernel/execution/trace';
import type { StateView } from '../../kernel/state/state-view';
import type { Row, Table, TablePlace } from '../../kernel/store/table';
import { nameValue } from '../name-values';
import type { DeltaTables } from './delta-tables';
import { addIndexRows, indexTable } from './index-rows';

/** Adds the net changes of tables and rows: one for each row that a transaction of the block wrote. */
export function addContractChanges(
  deltas: DeltaTables,
  traces: readonly TransactionTrace[],
  { tables }: Pick<StateView, 'tables'>,
): void {
  const net = netChanges(traces);
  for (const { place, payer } of net.tables) addTable(deltas, place, payer, tables.find(place)?.payer);
  for (const { place, before, after } of net.rows) addRow(deltas, place, before, after);
}

/** Adds a table with all its rows. */
export function addWholeTable(deltas: DeltaTables, table: Table): void {
  addTable(deltas, table.place, undefined, table.payer);
  for (const row of table.rows()) addRow(deltas, table.place, undefined, row);
}

interface NetChanges {
  /** The tables written to, with their payers before the block. */
  readonly tables: Iterable<{ place: TablePlace; payer: string | undefined }>;
  readonly rows: Iterable<{ place: TablePlace; before?: Row; after?: Row }>;
}

/** The first content of each row before the block and the last one in it. */
function netChanges(traces: readonly TransactionTrace[]): NetChanges {
  const tables = new Map<string, { place: TablePlace; payer: string | undefined }>();
  const rows = new Map<string, { place: TablePlace; before?: Row; after?: Row }>();
  for (const { rowChanges } of traces) {
    for (const change of rowChanges) {
      const { place, before, after, tablePayer } = change;
      const table = `${place.code} ${place.table} ${place.scope.toString()}`;
      if (!tables.has(table)) tables.set(table, { place, payer: tablePayer });
      const row = `${table} ${primaryKeyOf(change).toString()}`;
      const known = rows.get(row);
      if (known === undefined) rows.set(row, { place, before, after });
      else known.after = after;
    }
  }
  return { tables: tables.values(), rows: rows.values() };
}

function primaryKeyOf({ before, after }: RowChange): bigint {
  const row = after ?? before;
  if (row === undefined) throw new RangeError('a row change has the row before or after it');
  return row.primaryKey;
}

/** Every secondary index but the first has a table of its own behind the scenes. */
function addTable(
  deltas: DeltaTables,
  place: TablePlace,
  payerBefore: string | undefined,
  payerAfter: string | undefined,
): void {
  if (payerBefore === payerAfter) return;
  for (let number = 0; number < Math.max(1, place.kinds.length); number++) {
    const row = (payer: string | undefined): ContractTable | undefined =>
      payer === undefined
        ? undefined
        : {
            code: nameValue(place.code),
            scope: place.scope,
            table: indexTable(place, number),
            payer: nameValue(payer),
          };
    deltas.add('contract_table', row(payerBefore), row(payerAfter));
  }
}

function addRow(
  deltas: DeltaTables,
  place: TablePlace,
  before: Row | undefined,
  after: Row | undefined,
): void {
  deltas.add('contract_row', before && contractRow(place, before), after && contractRow(place, after));
  if (place.kinds.length > 0) addIndexRows(deltas, place, before, after);
}

function contractRow({ code, scope, table }: TablePlace, { primaryKey, payer, value }: Row): ContractRow {
  return {
    code: nameValue(code),
    scope,
    table: nameValue(table),
    primaryKey,
    payer: nameValue(payer),
    value,
  };
}
