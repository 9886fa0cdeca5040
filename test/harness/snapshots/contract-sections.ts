import type { ByteWriter } from '@app/antelope';
import type { ContractTable } from '@app/ship';
import { packed, type WrittenSection } from './snapshot-sections';
import { rowsOf, type StateTables } from './state-sections';

/** Members that each row of a contract has. */
type TableNames = Pick<ContractTable, 'code' | 'scope' | 'table'>;
interface KeyedRow extends TableNames {
  readonly primaryKey: bigint;
  readonly payer: bigint;
}

/** A kind of rows: packed rows by the table that they are of. */
interface PackedKind {
  readonly section: string;
  readonly rows: ReadonlyMap<string, readonly Uint8Array[]>;
}

const tableKey = ({ code, scope, table }: TableNames): string => `${code}/${scope}/${table}`;

function kind<Row extends KeyedRow>(
  section: string,
  rows: readonly Row[],
  value: (writer: ByteWriter, row: Row) => void,
): PackedKind {
  const byTable = new Map<string, Uint8Array[]>();
  for (const row of rows) {
    const key = tableKey(row);
    const ofTable = byTable.get(key) ?? [];
    byTable.set(key, ofTable);
    ofTable.push(
      packed((writer) => {
        writer.uint64(row.primaryKey);
        writer.uint64(row.payer);
        value(writer, row);
      }),
    );
  }
  return { section, rows: byTable };
}

const reversed = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes).reverse();

const kindsOf = (state: StateTables): PackedKind[] => [
  kind('key_value_object', rowsOf(state, 'contract_row'), (writer, row) => writer.prefixed(row.value)),
  kind('index64_object', rowsOf(state, 'contract_index64'), (writer, row) => writer.uint64(row.secondaryKey)),
  kind('index128_object', rowsOf(state, 'contract_index128'), (writer, row) =>
    writer.int128(row.secondaryKey),
  ),
  kind('index256_object', rowsOf(state, 'contract_index256'), (writer, row) => {
    writer.raw(reversed(row.secondaryKey.subarray(0, 16)));
    writer.raw(reversed(row.secondaryKey.subarray(16)));
  }),
  kind('index_double_object', rowsOf(state, 'contract_index_double'), (writer, row) =>
    writer.float64(row.secondaryKey),
  ),
  kind('index_long_double_object', rowsOf(state, 'contract_index_long_double'), (writer, row) =>
    writer.raw(row.secondaryKey),
  ),
];

const packedTable = (row: ContractTable): Uint8Array =>
  packed((writer) => {
    for (const value of [row.code, row.scope, row.table, row.payer]) writer.uint64(value);
    writer.uint32(7);
  });

const count = (rows: readonly Uint8Array[]): Uint8Array => packed((writer) => writer.varuint32(rows.length));

/** The sections of contract rows: one until version 6, one for each kind later. */
export function contractSections(state: StateTables, version: number): WrittenSection[] {
  const tables = rowsOf(state, 'contract_table');
  const kinds = kindsOf(state);
  const rowsAt = ({ rows }: PackedKind, table: ContractTable): readonly Uint8Array[] =>
    rows.get(tableKey(table)) ?? [];
  if (version < 7)
    return [
      {
        name: 'contract_tables',
        rows: tables.flatMap((table) => [
          packedTable(table),
          ...kinds.map((each) => rowsAt(each, table)).flatMap((rows) => [count(rows), ...rows]),
        ]),
      },
    ];
  return [
    { name: 'eosio::chain::table_id_object', rows: tables.map(packedTable) },
    ...kinds.map((each) => ({
      name: `eosio::chain::${each.section}`,
      rows: tables.flatMap((table, place) => {
        const rows = rowsAt(each, table);
        return rows.length === 0
          ? []
          : [packed((writer) => writer.uint64(BigInt(place))), count(rows), ...rows];
      }),
    })),
  ];
}
