import { INDEX_RAM_BYTES, ROW_RAM_BYTES, TABLE_RAM_BYTES } from '../resources/ram';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import type { IndexKind } from '../sdk/table';
import type { Row, Table, TablePlace } from '../store/table';
import type { TableStore } from '../store/table-store';
import type { RowChange } from './trace';

/** Parts of the running action that a row write needs. */
export interface RowBilling {
  readonly receiver: string;
  readonly isReadOnly: boolean;
  addRam(account: string, bytes: number): void;
  addRowChange(change: RowChange): void;
}

/** Reads rows of anyone and writes those of the receiver, billing their RAM. */
export class RowAccess {
  constructor(
    private readonly store: TableStore,
    private readonly billing: RowBilling,
  ) {}

  find(place: TablePlace): Table | undefined {
    return this.store.find(place);
  }

  put(place: TablePlace, row: Row): void {
    this.#requireWritable(place);
    ensure(row.payer !== '', 'invalidTablePayer', () => 'must specify a valid account to pay for new record');
    const table = this.store.find(place);
    const before = table?.find(row.primaryKey);
    if (table === undefined) this.billing.addRam(row.payer, tableRamBytes(place.kinds));
    this.#billRow(place.kinds, before, row);
    this.store.put(place, row);
    this.billing.addRowChange({ place, before, after: row, tablePayer: table?.payer });
  }

  remove(place: TablePlace, primaryKey: bigint): void {
    this.#requireWritable(place);
    const table = this.store.find(place);
    const row = table?.find(primaryKey);
    if (table === undefined || row === undefined) throw new ChainError('invalidTableIterator', 'no such row');
    this.billing.addRam(row.payer, -rowRamBytes(place.kinds, row));
    this.store.remove(place, primaryKey);
    if (table.count === 0) this.billing.addRam(table.payer, -tableRamBytes(place.kinds));
    this.billing.addRowChange({ place, before: row, tablePayer: table.payer });
  }

  #billRow(kinds: readonly IndexKind[], before: Row | undefined, row: Row): void {
    if (before?.payer === row.payer) {
      this.billing.addRam(row.payer, row.value.length - before.value.length);
      return;
    }
    if (before !== undefined) this.billing.addRam(before.payer, -rowRamBytes(kinds, before));
    this.billing.addRam(row.payer, rowRamBytes(kinds, row));
  }

  #requireWritable({ code }: TablePlace): void {
    ensure(code === this.billing.receiver, 'tableAccess', () => 'db access violation');
    ensure(
      !this.billing.isReadOnly,
      'tableOperation',
      () => 'cannot write a db record when executing a readonly transaction',
    );
  }
}

/** Every index but the first has a table of its own behind the scenes. */
function tableRamBytes(kinds: readonly IndexKind[]): number {
  return TABLE_RAM_BYTES * Math.max(1, kinds.length);
}

function rowRamBytes(kinds: readonly IndexKind[], { value }: Row): number {
  return kinds.reduce((sum, kind) => sum + INDEX_RAM_BYTES[kind], value.length + ROW_RAM_BYTES);
}
