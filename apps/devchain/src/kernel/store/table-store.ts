import type { IndexKind } from '../table-view';
import { type Row, Table } from './table';
import type { UndoLog } from './undo-log';

/** Where a table is found. */
export interface TableAddress {
  code: string;
  scope: bigint;
  table: string;
}

/** All rows of all contracts. Every write can be undone. A table exists while it has rows. */
export class TableStore {
  private readonly contracts = new Map<string, Map<string, Map<bigint, Table>>>();
  private rowCount = 0;
  private byteCount = 0;

  constructor(private readonly undo: UndoLog) {}

  get rows(): number {
    return this.rowCount;
  }

  get bytes(): number {
    return this.byteCount;
  }

  find({ code, scope, table }: TableAddress): Table | undefined {
    return this.contracts.get(code)?.get(table)?.get(scope);
  }

  put(address: TableAddress, kinds: readonly IndexKind[], row: Row): void {
    const before = this.write(address, kinds, row);
    this.undo.record(() => {
      if (before === undefined) this.erase(address, row.primaryKey);
      else this.write(address, kinds, before);
    });
  }

  remove(address: TableAddress, kinds: readonly IndexKind[], primaryKey: bigint): void {
    const row = this.erase(address, primaryKey);
    if (row !== undefined) this.undo.record(() => this.write(address, kinds, row));
  }

  /** All tables, or those of one contract, in no particular order. */
  *tables(code?: string): Generator<Table> {
    for (const [contract, byName] of this.contracts) {
      if (code !== undefined && contract !== code) continue;
      for (const byScope of byName.values()) yield* byScope.values();
    }
  }

  private write(address: TableAddress, kinds: readonly IndexKind[], row: Row): Row | undefined {
    const before = this.findOrCreate(address, kinds).put(row);
    this.rowCount += before === undefined ? 1 : 0;
    this.byteCount += row.value.length - (before?.value.length ?? 0);
    return before;
  }

  private erase(address: TableAddress, primaryKey: bigint): Row | undefined {
    const table = this.find(address);
    const row = table?.remove(primaryKey);
    if (table === undefined || row === undefined) return undefined;
    this.rowCount--;
    this.byteCount -= row.value.length;
    if (table.count === 0) this.contracts.get(address.code)?.get(address.table)?.delete(address.scope);
    return row;
  }

  private findOrCreate({ code, scope, table }: TableAddress, kinds: readonly IndexKind[]): Table {
    const byName = getOrPut(this.contracts, code, () => new Map<string, Map<bigint, Table>>());
    const byScope = getOrPut(byName, table, () => new Map<bigint, Table>());
    return getOrPut(byScope, scope, () => new Table(code, scope, table, kinds));
  }
}

function getOrPut<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
