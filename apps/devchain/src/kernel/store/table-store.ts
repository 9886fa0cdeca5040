import { getOrPut } from './get-or-put';
import { type Row, Table, type TablePlace } from './table';
import type { UndoLog } from './undo-log';

/** A table with its rows, apart from the store. */
export interface SavedTable {
  readonly place: TablePlace;
  readonly payer: string;
  readonly rows: readonly Row[];
}

/** All rows of all contracts. Every write can be undone. A table exists while it has rows. */
export class TableStore {
  readonly #contracts = new Map<string, Map<string, Map<bigint, Table>>>();
  #tableCount = 0;
  #rowCount = 0;
  #byteCount = 0;

  constructor(private readonly undo: UndoLog) {}

  /** How much is held. */
  get size(): { tables: number; rows: number; bytes: number } {
    return { tables: this.#tableCount, rows: this.#rowCount, bytes: this.#byteCount };
  }

  find({ code, scope, table }: Omit<TablePlace, 'kinds'>): Table | undefined {
    return this.#contracts.get(code)?.get(table)?.get(scope);
  }

  /** Puts a row in, in place of the one with its primary key. */
  put(place: TablePlace, row: Row): void {
    const payer = this.find(place)?.payer ?? row.payer;
    const before = this.#write(place, row, payer);
    this.undo.record(() => {
      if (before === undefined) this.#erase(place, row.primaryKey);
      else this.#write(place, before, payer);
    });
  }

  /** Takes the row with that primary key out. */
  remove(place: TablePlace, primaryKey: bigint): void {
    const payer = this.find(place)?.payer;
    const row = this.#erase(place, primaryKey);
    if (row !== undefined) this.undo.record(() => this.#write(place, row, payer ?? row.payer));
  }

  /** All tables, or those of one contract, in no particular order. */
  *tables(code?: string): Generator<Table> {
    const contracts =
      code === undefined ? this.#contracts.values() : [this.#contracts.get(code) ?? new Map()];
    for (const byName of contracts as Iterable<Map<string, Map<bigint, Table>>>) {
      for (const byScope of byName.values()) yield* byScope.values();
    }
  }

  /** Rows are replaced, never changed: what is saved stays as it is. */
  save(): readonly SavedTable[] {
    return Array.from(this.tables(), (table) => ({
      place: table.place,
      payer: table.payer,
      rows: [...table.rows()],
    }));
  }

  load(saved: readonly SavedTable[]): void {
    this.#contracts.clear();
    this.#tableCount = this.#rowCount = this.#byteCount = 0;
    for (const { place, payer, rows } of saved) for (const row of rows) this.#write(place, row, payer);
  }

  #write(place: TablePlace, row: Row, payer: string): Row | undefined {
    const before = this.#findOrCreate(place, payer).put(row);
    this.#rowCount += before === undefined ? 1 : 0;
    this.#byteCount += row.value.length - (before?.value.length ?? 0);
    return before;
  }

  #erase(place: TablePlace, primaryKey: bigint): Row | undefined {
    const table = this.find(place);
    const row = table?.remove(primaryKey);
    if (table === undefined || row === undefined) return undefined;
    this.#rowCount--;
    this.#byteCount -= row.value.length;
    if (table.count === 0) this.#drop(place);
    return row;
  }

  #drop({ code, scope, table }: TablePlace): void {
    this.#contracts.get(code)?.get(table)?.delete(scope);
    this.#tableCount--;
  }

  #findOrCreate(place: TablePlace, payer: string): Table {
    const byName = getOrPut(this.#contracts, place.code, () => new Map<string, Map<bigint, Table>>());
    const byScope = getOrPut(byName, place.table, () => new Map<bigint, Table>());
    return getOrPut(byScope, place.scope, () => {
      this.#tableCount++;
      return new Table(place, payer);
    });
  }
}
