import type { Name } from '../../derive/name';
import { fittingEntries } from '../../store/page-bytes';
import type { QuestionTools } from '../../store/question';
import { bytes, fromOrdered, int, ordered, type SqlRow, type SqlValue } from '../../store/sql/values';
import type { RowStamp } from './row-stamps';

/** Place of a row in its table: rows are ordered by scope, then by primary key. */
export interface RowKey {
  readonly scope: Name;
  readonly primaryKey: bigint;
}

/** A row as it was after a block. */
export interface RowAtBlock extends RowKey {
  readonly payer: Name;
  readonly value: Uint8Array;
  /** Block of its last change. */
  readonly blockNum: number;
  readonly stamp?: RowStamp;
}

/** A table, one scope of it, or one row of that. */
export interface TablePart {
  readonly type: number;
  readonly scope?: Name | undefined;
  readonly primaryKey?: bigint | undefined;
}

export const keyOf = ({ scope, primaryKey }: RowKey): RowKey => ({ scope, primaryKey });
export const keyText = ({ scope, primaryKey }: RowKey): string => `${scope}/${primaryKey}`;
export const isBehind = (one: RowKey, other: RowKey): boolean =>
  one.scope > other.scope || (one.scope === other.scope && one.primaryKey > other.primaryKey);
export const byPlace = (one: RowKey, other: RowKey): number => (isBehind(one, other) ? 1 : -1);

/** Rows up to the bytes of a page. */
export interface SizedRows {
  readonly rows: RowAtBlock[];
  /** More of the wanted rows are behind them. */
  readonly isCut: boolean;
}

/** Current rows behind a place. Sizes are compared before values are read. */
export async function currentRows(
  { session }: QuestionTools,
  { type, scope, primaryKey }: TablePart,
  after: RowKey | undefined,
  limit: number,
): Promise<SizedRows> {
  const conditions = ['tbl = ?'];
  const params: SqlValue[] = [type];
  if (scope !== undefined) {
    conditions.push('scope = ?');
    params.push(ordered(scope));
  }
  if (primaryKey !== undefined) {
    conditions.push('pk = ?');
    params.push(ordered(primaryKey));
  }
  if (after !== undefined) {
    conditions.push('(scope, pk) > (?, ?)');
    params.push(ordered(after.scope), ordered(after.primaryKey));
  }
  const from = `FROM row_state WHERE ${conditions.join(' AND ')} ORDER BY scope, pk LIMIT ?`;
  const sizes = await session.all(`SELECT length(value) AS size ${from}`, [...params, limit]);
  const fitting = fittingEntries(sizes.map(({ size }) => int(size)));
  const rows = await session.all(`SELECT scope, pk, payer, value, block ${from}`, [...params, fitting]);
  return { rows: rows.map(currentRowOf), isCut: fitting < sizes.length };
}

/** A row of the table `row_state`. */
export const currentRowOf = (row: SqlRow): RowAtBlock => ({
  scope: fromOrdered(row.scope),
  primaryKey: fromOrdered(row.pk),
  payer: fromOrdered(row.payer),
  value: bytes(row.value),
  blockNum: int(row.block),
});
