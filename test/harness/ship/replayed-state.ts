import { decodeRow, isRowTable, type RowTable, type RowTypes, type TableDelta } from '@app/ship';

type Keys = { readonly [Table in RowTable]: (row: RowTypes[Table]) => readonly bigint[] };

const inTable = (row: { code: bigint; scope: bigint; table: bigint; primaryKey: bigint }) => [
  ...[row.code, row.scope, row.table, row.primaryKey],
];

/** The members that name a row. Source: `tables` of the protocol's ABI. */
const KEYS: Keys = {
  account: ({ name }) => [name],
  account_metadata: ({ name }) => [name],
  code: () => [],
  contract_table: ({ code, scope, table }) => [code, scope, table],
  contract_row: inTable,
  contract_index64: inTable,
  contract_index128: inTable,
  contract_index256: inTable,
  contract_index_double: inTable,
  contract_index_long_double: inTable,
  global_property: () => [],
  generated_transaction: ({ sender, senderId }) => [sender, senderId],
  protocol_state: () => [],
  permission: ({ owner, name }) => [owner, name],
  permission_link: ({ account, code, messageType }) => [account, code, messageType],
  resource_limits: ({ owner }) => [owner],
  resource_usage: ({ owner }) => [owner],
  resource_limits_state: () => [],
  resource_limits_config: () => [],
};

/** The state of a chain as the sum of its deltas. Throws for a delta that cannot be. */
export class ReplayedState {
  readonly #tables = new Map<RowTable, Map<string, unknown>>();

  apply(deltas: readonly TableDelta[]): void {
    for (const { name, rows } of deltas) {
      if (!isRowTable(name)) throw new Error(`${name} is no table of the protocol`);
      const seen = new Set<string>();
      for (const { present, data } of rows) {
        const key = this.#write(name, present, data);
        if (seen.has(key)) throw new Error(`${name}: two changes of the row ${key} in one block`);
        seen.add(key);
      }
    }
  }

  rows<Table extends RowTable>(table: Table): RowTypes[Table][] {
    return [...(this.#tables.get(table)?.values() ?? [])] as RowTypes[Table][];
  }

  /** All rows by table and key, to compare two states. */
  content(): Record<string, Record<string, unknown>> {
    const sorted = (rows: Map<string, unknown>) =>
      Object.fromEntries([...rows].sort(([left], [right]) => (left < right ? -1 : 1)));
    return Object.fromEntries(
      [...this.#tables].filter(([, rows]) => rows.size > 0).map(([table, rows]) => [table, sorted(rows)]),
    );
  }

  #write<Table extends RowTable>(table: Table, present: number, data: Uint8Array): string {
    const row = decodeRow(table, data);
    const keyOf: (row: RowTypes[Table]) => readonly bigint[] = KEYS[table];
    const key = keyOf(row).join(' ');
    const rows = this.#tables.get(table) ?? new Map<string, unknown>();
    this.#tables.set(table, rows);
    if (present === 1) rows.set(key, row);
    else if (!rows.delete(key)) throw new Error(`${table}: the removed row ${key} did not exist`);
    return key;
  }
}
