import type { Table } from './table';
import { slices } from './in-list';
import type { SqlSession } from './session';
import type { SqlValue } from './values';

export type Row = readonly SqlValue[];

/** One step back: the row that a key had before; undefined for a key that had none. */
export interface Change {
  readonly table: Table;
  readonly key: Row;
  readonly previous: Row | undefined;
}

interface Entry {
  readonly key: Row;
  row: Row | undefined;
  isChanged: boolean;
}

/**
 * Rows of state tables as the transaction will leave them. Changes are collected here and written once at the end,
 * however often the blocks of a batch change a row.
 */
export class Overlay {
  readonly #tables = new Map<Table, Map<string, Entry>>();
  #journal: Change[] | undefined;

  /** @param absent tables that have no row with any of the keys: those are not loaded */
  constructor(private readonly absent: ReadonlySet<Table> = new Set()) {}

  /** Reads rows, so that `get` knows them. */
  async load(session: SqlSession, table: Table, keys: readonly Row[]): Promise<void> {
    const entries = this.#entriesOf(table);
    const missing = new Map<string, Row>();
    for (const key of keys) {
      const text = textOf(key);
      if (!entries.has(text)) missing.set(text, key);
    }
    for (const slice of slices([...missing.values()])) {
      for (const row of await session.find(table, slice)) {
        const key = row.slice(0, table.keyLength);
        entries.set(textOf(key), { key, row, isChanged: false });
      }
    }
    for (const [text, key] of missing)
      if (!entries.has(text)) entries.set(text, { key, row: undefined, isChanged: false });
  }

  /** The row of a key that was loaded or put. */
  get(table: Table, key: Row): Row | undefined {
    const entry = this.#entriesOf(table).get(textOf(key));
    if (entry === undefined && !this.absent.has(table))
      throw new Error(`${table.name}: the row was not loaded`);
    return entry?.row;
  }

  /** Replaces the row of a loaded key; undefined removes it. */
  put(table: Table, key: Row, row: Row | undefined): void {
    this.replace(table, key, this.get(table, key), row);
  }

  /** The same where the previous row is known, or is not needed because nothing is recorded. */
  replace(table: Table, key: Row, previous: Row | undefined, row: Row | undefined): void {
    this.#journal?.push({ table, key, previous });
    const entries = this.#entriesOf(table);
    const text = textOf(key);
    const entry = entries.get(text);
    if (entry === undefined) entries.set(text, { key, row, isChanged: true });
    else {
      entry.row = row;
      entry.isChanged = true;
    }
  }

  /** Records the changes of `work`, in their order. */
  recording(work: () => void): Change[] {
    const changes: Change[] = [];
    this.#journal = changes;
    try {
      work();
    } finally {
      this.#journal = undefined;
    }
    return changes;
  }

  async flush(session: SqlSession): Promise<void> {
    for (const [table, entries] of this.#tables) {
      const changed = [...entries.values()].filter(({ isChanged }) => isChanged);
      const removed = changed.filter(({ row }) => row === undefined).map(({ key }) => key);
      const kept = changed.flatMap(({ row }) => (row === undefined ? [] : [row]));
      if (removed.length > 0) await session.remove(table, removed);
      if (kept.length > 0) await session.upsert(table, kept);
    }
    this.#tables.clear();
  }

  #entriesOf(table: Table): Map<string, Entry> {
    let entries = this.#tables.get(table);
    if (entries === undefined) {
      entries = new Map();
      this.#tables.set(table, entries);
    }
    return entries;
  }
}

const textOf = (key: Row): string => (key.length === 1 ? String(key[0]) : key.join(' '));
