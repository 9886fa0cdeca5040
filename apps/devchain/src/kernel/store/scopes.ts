import { nameToValue } from '@app/antelope';
import type { Table } from './table';
import type { TableStore } from './table-store';

export interface ScopeRecord {
  code: string;
  scope: bigint;
  /** Value of the table name; the lowest four bits number a secondary index. */
  table: bigint;
  payer: string;
  count: number;
}

/** The tables of a contract, those behind its secondary indexes included, by scope and table. */
export function scopeRecords(
  tables: TableStore,
  { code, lower, upper, reverse = false }: ScopeQuery,
): ScopeRecord[] {
  const found = [...tables.tables(code)].filter(
    ({ place: { scope } }) =>
      (lower === undefined || scope >= lower) && (upper === undefined || scope <= upper),
  );
  const records = found.flatMap(tableRecords).sort((left, right) => {
    if (left.scope !== right.scope) return left.scope < right.scope ? -1 : 1;
    return left.table < right.table ? -1 : 1;
  });
  return reverse ? records.reverse() : records;
}

export interface ScopeQuery {
  code: string;
  /** Inclusive bounds on the scope. */
  lower?: bigint;
  upper?: bigint;
  reverse?: boolean;
}

/**
 * The first secondary index is kept in the table itself, whose count it doubles; each further one in a table of its
 * own, with its number in the lowest four bits of the name. Source: eosio::multi_index.
 */
function tableRecords({ place, payer, count }: Table): ScopeRecord[] {
  const { code, scope, table, kinds } = place;
  const value = nameToValue(table);
  const own = { code, scope, table: value, payer, count: kinds.length === 0 ? count : 2 * count };
  const additional = kinds.slice(1).map((_, at) => ({ ...own, table: value | BigInt(at + 1), count }));
  return [own, ...additional];
}
