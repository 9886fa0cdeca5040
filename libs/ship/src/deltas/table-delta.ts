import { ByteWriter, ValueError } from '@app/antelope';
import { decodeWith, list, type Codec } from '../wire/codec';
import { text } from '../wire/scalars';
import type { ShipReader } from '../wire/ship-reader';

/** A row of a table of the chain's state: its content, or with `present` 0 the content before it was removed. */
export interface DeltaRow {
  /** 0 = removed, 1 = new or changed. table_delta_v1 (EOSIO 2.1) tells 1 = new from 2 = changed. */
  present: number;
  /** One variant of the table's type: see decodeRow. */
  data: Uint8Array;
}

/** The net changes of one table in one block. The order of the rows is not the order of execution. */
export interface TableDelta {
  version: 0 | 1;
  /** "contract_row", "account", ...: see RowTypes. */
  name: string;
  rows: DeltaRow[];
}

/** By the version of a table delta. */
export const MAX_PRESENT = [1, 2] as const;

const tableDelta: Codec<TableDelta> = { read: readDelta, write: writeDelta };
const tableDeltas = list(tableDelta);

/** Reads the section `deltas` of a result; the rows stay packed. Throws ValueError. */
export const decodeDeltas = (section: Uint8Array): TableDelta[] => decodeWith(tableDeltas, section);

/** The section `deltas` of a result. */
export function encodeDeltas(deltas: TableDelta[]): Uint8Array {
  const writer = new ByteWriter();
  tableDeltas.write(writer, deltas);
  return writer.finish();
}

function readDelta(reader: ShipReader): TableDelta {
  const version = readVersion(reader);
  const name = text.read(reader);
  const rows: DeltaRow[] = [];
  for (let left = reader.varuint32(); left > 0; left--) rows.push(readRow(reader, MAX_PRESENT[version]));
  return { version, name, rows };
}

/** The variant of a table delta. */
export function readVersion(reader: ShipReader): 0 | 1 {
  const version = reader.varuint32();
  if (version !== 0 && version !== 1) throw new ValueError(`table_delta: unknown variant ${String(version)}`);
  return version;
}

/** One row of a table delta. */
export function readRow(reader: ShipReader, maxPresent: number): DeltaRow {
  const present = reader.uint8();
  if (present > maxPresent) throw new ValueError(`table_delta: present is ${String(present)}`);
  return { present, data: reader.prefixed() };
}

function writeDelta(writer: ByteWriter, { version, name, rows }: TableDelta): void {
  writer.varuint32(version);
  text.write(writer, name);
  writer.varuint32(rows.length);
  for (const { present, data } of rows) {
    writer.uint8(present);
    writer.prefixed(data);
  }
}
