import type { SqlValue } from '../sql/values';

/** A carriage return as well: ClickHouse refuses rows that end in one, as those of a file of another system. */
const ESCAPES = new Map([
  [0x09, 0x74],
  [0x0a, 0x6e],
  [0x0d, 0x72],
  [0x5c, 0x5c],
]);
const BACKSLASH = 0x5c;
const TAB = Buffer.from('\t');

/** Rows in the format TabSeparated, each with `first` before its values. Source: ClickHouse, documentation of its formats. */
export function tabSeparated(first: number, rows: readonly (readonly SqlValue[])[]): Buffer {
  const parts: Uint8Array[] = [];
  let text = '';
  for (const row of rows) {
    text += String(first);
    for (const value of row) {
      if (!(value instanceof Uint8Array)) {
        text += `\t${String(value)}`;
        continue;
      }
      parts.push(Buffer.from(text), TAB, escaped(value));
      text = '';
    }
    text += '\n';
  }
  return Buffer.concat([...parts, Buffer.from(text)]);
}

/** Bytes that separate values have a backslash before their letter. */
function escaped(bytes: Uint8Array): Uint8Array {
  const positions: number[] = [];
  for (const [index, byte] of bytes.entries()) if (ESCAPES.has(byte)) positions.push(index);
  if (positions.length === 0) return bytes;
  const result = new Uint8Array(bytes.length + positions.length);
  let [from, to] = [0, 0];
  for (const position of positions) {
    result.set(bytes.subarray(from, position), to);
    to += position - from;
    result[to++] = BACKSLASH;
    result[to++] = ESCAPES.get(bytes[position] ?? 0) ?? 0;
    from = position + 1;
  }
  result.set(bytes.subarray(from), to);
  return result;
}
