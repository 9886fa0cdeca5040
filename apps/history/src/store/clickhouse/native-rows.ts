import type { SqlValue } from '../sql/values';

/**
 * Reads rows in the format Native: blocks of columns. Unlike the row formats with types it is in all releases. Source:
 * ClickHouse, documentation of its formats.
 */
export function readNative(content: Buffer): SqlValue[][] {
  const reader = new NativeReader(content);
  const rows: SqlValue[][] = [];
  while (!reader.isAtEnd) for (const row of readBlock(reader)) rows.push(row);
  return rows;
}

function readBlock(reader: NativeReader): SqlValue[][] {
  const columns = reader.varint();
  const count = reader.count();
  if (columns === 0 && count > 0) throw new RangeError('the answer of ClickHouse has rows without columns');
  const rows = Array.from({ length: count }, (): SqlValue[] => []);
  for (let column = 0; column < columns; column++) {
    // Its name.
    reader.string();
    const read = readerOf(reader.string().toString('latin1'));
    for (const row of rows) row.push(read(reader));
  }
  return rows;
}

class NativeReader {
  #at = 0;

  constructor(private readonly content: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at >= this.content.length;
  }

  varint(): number {
    let [value, shift] = [0, 1];
    for (;;) {
      const byte = this.content.readUInt8(this.#at++);
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
      shift *= 0x80;
    }
  }

  /** Of values, of which each takes a byte or more. */
  count(): number {
    const count = this.varint();
    if (count > this.content.length)
      throw new RangeError('the answer of ClickHouse has fewer rows than it says');
    return count;
  }

  string(): Buffer {
    const length = this.varint();
    return this.take(length);
  }

  /** A part of the content, not a copy. */
  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.content.length) throw new RangeError('the answer of ClickHouse ends within a value');
    const bytes = this.content.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }
}

type ReadValue = (reader: NativeReader) => SqlValue;

const READERS: Readonly<Record<string, ReadValue>> = {
  UInt8: (reader) => reader.take(1).readUInt8(),
  UInt32: (reader) => reader.take(4).readUInt32LE(),
  UInt64: (reader) => reader.take(8).readBigUInt64LE(),
  Int64: (reader) => reader.take(8).readBigInt64LE(),
  String: (reader) => reader.string(),
};

function readerOf(type: string): ReadValue {
  const read = READERS[type];
  if (read === undefined) throw new TypeError(`ClickHouse answered a column of the type ${type}`);
  return read;
}
