import { encodeDeltas, encodeRow, type DeltaRow, type RowTable, type RowTypes } from '@app/ship';

/** The order of the tables in a block. Source: eosio::state_history::create_deltas. */
const TABLES: readonly RowTable[] = [
  'account',
  'account_metadata',
  'code',
  'contract_table',
  'contract_row',
  'contract_index64',
  'contract_index128',
  'contract_index256',
  'contract_index_double',
  'contract_index_long_double',
  'global_property',
  'generated_transaction',
  'protocol_state',
  'permission',
  'permission_link',
  'resource_limits',
  'resource_usage',
  'resource_limits_state',
  'resource_limits_config',
];

interface Rows {
  readonly changed: DeltaRow[];
  readonly removed: DeltaRow[];
  readonly added: DeltaRow[];
}

/** Collects the changes of a block by table. Within a table changed rows come first, then removed ones, then new ones. */
export class DeltaTables {
  readonly #byTable = new Map<RowTable, Rows>();

  /** Adds the change from one content to another; undefined stands for no row. The caller knows that they differ. */
  add<Table extends RowTable>(
    table: Table,
    before: RowTypes[Table] | undefined,
    after: RowTypes[Table] | undefined,
  ): void {
    const row = after ?? before;
    if (row === undefined) return;
    const rows = this.#rowsOf(table);
    const data = encodeRow(table, row);
    if (after === undefined) rows.removed.push({ present: 0, data });
    else (before === undefined ? rows.added : rows.changed).push({ present: 1, data });
  }

  /** The section `deltas`: tables without a change are left out. */
  pack(): Uint8Array {
    return encodeDeltas(
      TABLES.flatMap((name) => {
        const rows = this.#byTable.get(name);
        if (rows === undefined) return [];
        return [{ version: 0, name, rows: [...rows.changed, ...rows.removed, ...rows.added] }];
      }),
    );
  }

  #rowsOf(table: RowTable): Rows {
    const known = this.#byTable.get(table);
    if (known !== undefined) return known;
    const rows: Rows = { changed: [], removed: [], added: [] };
    this.#byTable.set(table, rows);
    return rows;
  }
}
