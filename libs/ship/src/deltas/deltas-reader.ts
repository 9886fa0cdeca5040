import { DataEndsError, ValueError } from '@app/antelope';
import { text } from '../wire/scalars';
import { ShipReader } from '../wire/ship-reader';
import { type DeltaRow, MAX_PRESENT, readRow, readVersion } from './table-delta';

/** Largest row that is waited for. A chain has none of this size: it would not fit into a transaction. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;

/** Rows of one table that came together. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly DeltaRow[];
}

interface OpenTable {
  readonly name: string;
  readonly version: 0 | 1;
  left: number;
}

/** Reads the section `deltas` of a result while it arrives: a whole state has more bytes than a process can hold. */
export class DeltasReader {
  /** Of the next value that is not whole yet. */
  #rest: Uint8Array = new Uint8Array();
  /** Undefined before the number of tables is known. */
  #tablesLeft: number | undefined;
  #table: OpenTable | undefined;

  /**
   * Takes the next bytes of the section.
   * @returns the rows that are whole now; views on `bytes`, or on a copy of them
   * @throws ValueError
   */
  push(bytes: Uint8Array): TableRows[] {
    const reader = new ShipReader(this.#rest.length === 0 ? bytes : joined(this.#rest, bytes));
    const found: TableRows[] = [];
    while (this.#step(reader, found)) continue;
    this.#rest = reader.take(reader.remaining).slice();
    if (this.#rest.length > MAX_ROW_BYTES)
      throw new ValueError(`a row has more than ${String(MAX_ROW_BYTES)} bytes`);
    return found;
  }

  /** Throws ValueError when the section ended before its last row. */
  finish(): void {
    if (this.#tablesLeft !== 0 || this.#table !== undefined || this.#rest.length > 0)
      throw new ValueError('the rows end in the middle of a table');
  }

  /** Reads the number of tables, the head of a table, or the rows of one. False when the bytes do not suffice. */
  #step(reader: ShipReader, found: TableRows[]): boolean {
    if (this.#table !== undefined) return this.#readRows(reader, this.#table, found);
    if (this.#tablesLeft === 0) {
      if (!reader.isAtEnd) throw new ValueError('bytes follow the last table');
      return false;
    }
    return whenWhole(reader, () => {
      if (this.#tablesLeft === undefined) this.#tablesLeft = reader.varuint32();
      else {
        this.#table = {
          version: readVersion(reader),
          name: text.read(reader),
          left: reader.varuint32(),
        };
        this.#tablesLeft -= 1;
      }
    });
  }

  #readRows(reader: ShipReader, table: OpenTable, found: TableRows[]): boolean {
    const rows: DeltaRow[] = [];
    const readNext = () => rows.push(readRow(reader, MAX_PRESENT[table.version]));
    while (table.left > rows.length && whenWhole(reader, readNext)) continue;
    table.left -= rows.length;
    if (rows.length > 0) found.push({ table: table.name, rows });
    if (table.left > 0) return false;
    this.#table = undefined;
    return true;
  }
}

/** Reads a value. Without all of its bytes the reader stays where it was, and the answer is false. */
function whenWhole(reader: ShipReader, read: () => void): boolean {
  const start = reader.mark();
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof DataEndsError)) throw error;
    reader.reset(start);
    return false;
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}
