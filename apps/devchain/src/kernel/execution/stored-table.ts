import { decode, encode } from '../sdk/abi/abi-type';
import { check, fail } from '../sdk/check';
import { ensure } from '../sdk/errors/chain-error';
import type { TableDefinition } from '../sdk/table';
import type { KeyRange, TableHandle } from '../sdk/table-handle';
import type { TablePlace } from '../store/table';
import type { RowAccess } from './row-access';

/** Encodes and decodes the rows of one table in one scope for a contract. */
export class StoredTable<R> implements TableHandle<R> {
  readonly #place: TablePlace;

  constructor(
    private readonly definition: TableDefinition<R>,
    private readonly access: RowAccess,
    address: { code: string; scope: bigint },
  ) {
    this.#place = { ...address, table: definition.name, kinds: definition.indexes.map(({ kind }) => kind) };
  }

  find(primaryKey: bigint): R | undefined {
    const row = this.access.find(this.#place)?.find(primaryKey);
    return row && decode(this.definition.row, row.value);
  }

  has(primaryKey: bigint): boolean {
    return this.access.find(this.#place)?.find(primaryKey) !== undefined;
  }

  get(primaryKey: bigint, message: string): R {
    return this.find(primaryKey) ?? fail(message);
  }

  *rows(range?: KeyRange): Generator<R> {
    for (const { value } of this.access.find(this.#place)?.rows(range) ?? []) yield this.#read(value);
  }

  *indexed(indexName: string, range?: KeyRange): Generator<{ key: bigint; row: R }> {
    const number = this.definition.indexes.findIndex(({ name }) => name === indexName);
    if (number < 0) throw new RangeError(`table ${this.definition.name} has no index ${indexName}`);
    const entries = this.access.find(this.#place)?.index(number)?.entries(range) ?? [];
    for (const { key, row } of entries) yield { key, row: this.#read(row.value) };
  }

  findBy(indexName: string, key: bigint): R | undefined {
    for (const { row } of this.indexed(indexName, { lower: key, upper: key })) return row;
    return undefined;
  }

  nextKey(): bigint {
    for (const { primaryKey } of this.access.find(this.#place)?.rows({ reverse: true }) ?? []) {
      return primaryKey + 1n;
    }
    return 0n;
  }

  emplace(payer: string, row: R): void {
    const primaryKey = this.definition.primaryKey(row);
    ensure(!this.has(primaryKey), 'database', () => `table ${this.definition.name} has a row with that key`);
    this.#put(payer, row);
  }

  modify(row: R, changes: Partial<R>, payer?: string): R {
    const primaryKey = this.definition.primaryKey(row);
    const stored = this.access.find(this.#place)?.find(primaryKey);
    check(stored !== undefined, 'cannot modify a row that is not there');
    const changed = { ...row, ...changes };
    check(
      this.definition.primaryKey(changed) === primaryKey,
      'updater cannot change primary key when modifying an object',
    );
    this.#put(payer ?? stored.payer, changed);
    return changed;
  }

  erase(row: R): void {
    this.access.remove(this.#place, this.definition.primaryKey(row));
  }

  #put(payer: string, row: R): void {
    const { row: type, indexes, primaryKey } = this.definition;
    this.access.put(this.#place, {
      primaryKey: primaryKey(row),
      payer,
      value: encode(type, row),
      secondaryKeys: indexes.map(({ key }) => key(row)),
    });
  }

  #read(value: Uint8Array): R {
    return decode(this.definition.row, value);
  }
}
