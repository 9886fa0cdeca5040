import type { ContractRow, ContractTable } from '@app/ship';
import type { TransactionTrace } from '../../kernel/execution/trace';
import { getOrPut } from '../../kernel/store/get-or-put';
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
  for (const { place, payer, rows } of netChanges(traces)) {
    addTable(deltas, place, payer, tables.find(place)?.payer);
    for (const { before, after } of rows.values()) addRow(deltas, place, before, after);
  }
}

/** Adds a table with all its rows. */
export function addWholeTable(deltas: DeltaTables, table: Table): void {
  addTable(deltas, table.place, undefined, table.payer);
  for (const row of table.rows()) addRow(deltas, table.place, undefined, row);
}

/** The writes of a block to one table of a contract. */
interface TableChanges {
  readonly place: TablePlace;
  /** Before the block; undefined when the table did not exist. */
  readonly payer: string | undefined;
  /** The first content of each row before the block and the last one in it, by primary key. */
  readonly rows: Map<bigint, { readonly before?: Row; after?: Row }>;
}

function netChanges(traces: readonly TransactionTrace[]): TableChanges[] {
  const tables: TableChanges[] = [];
  // By code, table and scope. Nested maps: a text of all three costs several times as much.
  const byCode = new Map<string, Map<string, Map<bigint, TableChanges>>>();
  for (const { rowChanges } of traces) {
    for (const { place, before, after, tablePayer } of rowChanges) {
      const byTable = getOrPut(byCode, place.code, () => new Map<string, Map<bigint, TableChanges>>());
      const byScope = getOrPut(byTable, place.table, () => new Map<bigint, TableChanges>());
      const { rows } = getOrPut(byScope, place.scope, () => {
        const changes: TableChanges = { place, payer: tablePayer, rows: new Map() };
        tables.push(changes);
        return changes;
      });
      const primaryKey = (after ?? before)?.primaryKey ?? 0n;
      const known = rows.get(primaryKey);
      if (known === undefined) rows.set(primaryKey, { before, after });
      else known.after = after;
    }
  }
  return tables;
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
