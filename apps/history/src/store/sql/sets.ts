import type { Overlay, Row } from './overlay';
import type { Table } from './table';

/** Replaces the rows of one owner in a table of sets, of which both lists are known. */
export function replaceSet(
  overlay: Overlay,
  table: Table,
  before: readonly Row[],
  after: readonly Row[],
): void {
  const old = byKey(table, before);
  const current = byKey(table, after);
  for (const [text, row] of old)
    if (!current.has(text)) overlay.replace(table, keyOf(table, row), row, undefined);
  for (const [text, row] of current) {
    const previous = old.get(text);
    if (previous?.join(' ') !== row.join(' ')) overlay.replace(table, keyOf(table, row), previous, row);
  }
}

const keyOf = (table: Table, row: Row): Row => row.slice(0, table.keyLength);

const byKey = (table: Table, rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [keyOf(table, row).join(' '), row]));
