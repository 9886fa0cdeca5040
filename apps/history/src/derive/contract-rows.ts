import { decodeRow, type RowTable, type RowTypes, type TableDelta } from '@app/ship';
import type { DeltaWrite } from './block-writes';

/** A row of the chain's own tables, and whether it is there after the block. */
export interface NativeRow<Table extends RowTable> {
  readonly present: boolean;
  readonly row: RowTypes[Table];
}

/** The rows of one table of the chain that the block changed, in the order of the node. */
export const rowsOf = <Table extends RowTable>(
  deltas: readonly TableDelta[],
  table: Table,
): NativeRow<Table>[] =>
  deltas
    .filter(({ name }) => name === table)
    .flatMap(({ rows }) =>
      rows.map(({ present, data }) => ({ present: present !== 0, row: decodeRow(table, data) })),
    );

/** Rows of contracts. */
export const contractRows = (deltas: readonly TableDelta[]): DeltaWrite[] =>
  rowsOf(deltas, 'contract_row').map(({ present, row }) => ({ ...row, present }));

/** The tables that any derivation reads. */
export const READ_TABLES = [
  'account',
  'contract_row',
  'global_property',
  'permission',
  'permission_link',
] as const satisfies readonly RowTable[];

/** Throws ValueError unless each row can be read of the tables that any derivation reads. */
export function requireReadableRows(deltas: readonly TableDelta[]): void {
  for (const table of READ_TABLES) rowsOf(deltas, table);
}
