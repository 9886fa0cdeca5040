import { ByteWriter } from '@app/antelope';
import type { RowTable } from '@app/ship';
import type { RowReader } from './row-reader';

/** The table of a contract in a scope, which its rows are written with. */
export interface ContractTableRow {
  /** Contract, scope and table: 24 bytes. */
  readonly names: Uint8Array;
  readonly payer: Uint8Array;
}

/** Rows of contracts of one kind. */
export interface ContractForm {
  /** The section of the rows since Spring 1.0. */
  readonly section: string;
  readonly table: RowTable;
  /** Reads a row of a snapshot. @returns the data of the row in state history */
  readonly form: (reader: RowReader, table: ContractTableRow) => Uint8Array;
  /** Reads a row, and keeps nothing. */
  readonly skip: (reader: RowReader) => true;
}

const NAMES_BYTES = 3 * 8;
/** Primary key and payer. */
const KEY_BYTES = 2 * 8;
const ROW_VERSION = 0;
const KEY256_HALF_BYTES = 16;

/** Source: FC_REFLECT of table_id_object. */
export function contractTableOf(reader: RowReader): ContractTableRow {
  const names = reader.take(NAMES_BYTES).slice();
  const payer = reader.take(8).slice();
  // The number of its rows, those of the secondary indexes included.
  reader.skip(4);
  return { names, payer };
}

export function contractTableRow({ names, payer }: ContractTableRow): Uint8Array {
  const writer = new ByteWriter();
  writer.varuint32(ROW_VERSION);
  writer.raw(names);
  writer.raw(payer);
  return writer.finish();
}

function contractForm(
  section: string,
  table: RowTable,
  copyValue: (reader: RowReader, writer: ByteWriter) => void,
  skipValue: (reader: RowReader) => void,
): ContractForm {
  return {
    section: `eosio::chain::${section}`,
    table,
    form: (reader, { names }) => {
      const writer = new ByteWriter();
      writer.varuint32(ROW_VERSION);
      writer.raw(names);
      writer.raw(reader.take(KEY_BYTES));
      copyValue(reader, writer);
      return writer.finish();
    },
    skip: (reader) => {
      reader.skip(KEY_BYTES);
      skipValue(reader);
      return true;
    },
  };
}

const indexForm = (section: string, table: RowTable, bytes: number): ContractForm =>
  contractForm(
    section,
    table,
    (reader, writer) => writer.raw(reader.take(bytes)),
    (reader) => reader.skip(bytes),
  );

/** Two integers of 128 bits, which state history has as the 32 bytes of a digest: each from its highest byte on. */
function copyKey256(reader: RowReader, writer: ByteWriter): void {
  for (let half = 0; half < 2; half++) writer.raw(reader.take(KEY256_HALF_BYTES).slice().reverse());
}

/** In the order of the indexes of a table in a snapshot. Source: contract_database_index_set of nodeos. */
export const CONTRACT_FORMS: readonly ContractForm[] = [
  contractForm(
    'key_value_object',
    'contract_row',
    (reader, writer) => writer.prefixed(reader.prefixed()),
    (reader) => {
      reader.prefixed();
    },
  ),
  indexForm('index64_object', 'contract_index64', 8),
  indexForm('index128_object', 'contract_index128', 16),
  contractForm('index256_object', 'contract_index256', copyKey256, (reader) =>
    reader.skip(2 * KEY256_HALF_BYTES),
  ),
  indexForm('index_double_object', 'contract_index_double', 8),
  indexForm('index_long_double_object', 'contract_index_long_double', 16),
];
