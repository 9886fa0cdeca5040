import { createHash } from 'node:crypto';
import type { SqlValue } from '../sql/values';
import { COLD_TABLES, type ColdRows, type ColdSums, type ColdTable, type RowSum } from './cold-tier';

/** Bytes of a digest that are summed. */
export const DIGEST_BYTES = 8;

/** Digest of a row: the first bytes of the MD5 of its values as text, separated by commas, as ClickHouse computes it. */
function digestOf(row: readonly SqlValue[]): bigint {
  const hash = createHash('md5');
  for (const [column, value] of row.entries()) {
    if (column > 0) hash.update(',');
    hash.update(value instanceof Uint8Array ? value : String(value));
  }
  return hash.digest().readBigUInt64LE();
}

export const NO_ROWS: RowSum = { count: 0, digest: 0n };

/** The sum of rows together with that of others. */
export function addRows({ count, digest }: RowSum, rows: readonly (readonly SqlValue[])[]): RowSum {
  let sum = digest;
  for (const row of rows) sum += digestOf(row);
  return { count: count + rows.length, digest: BigInt.asUintN(64, sum) };
}

export const areEqual = (left: RowSum, right: RowSum): boolean =>
  left.count === right.count && left.digest === right.digest;

/** Counts and digests of the rows that are added. */
export class RowSums {
  readonly #sums = new Map<ColdTable, RowSum>();

  add(rows: ColdRows): void {
    for (const table of COLD_TABLES) this.#sums.set(table, addRows(this.#of(table), rows[table]));
  }

  get sums(): ColdSums {
    return {
      action: this.#of('action'),
      action_account: this.#of('action_account'),
      action_field: this.#of('action_field'),
    };
  }

  #of(table: ColdTable): RowSum {
    return this.#sums.get(table) ?? NO_ROWS;
  }
}

export const areEqualSums = (left: ColdSums, right: ColdSums): boolean =>
  COLD_TABLES.every((table) => areEqual(left[table], right[table]));

/** All tables together. */
export function totalSum(sums: ColdSums): RowSum {
  let [count, digest] = [0, 0n];
  for (const table of COLD_TABLES) {
    count += sums[table].count;
    digest += sums[table].digest;
  }
  return { count, digest: BigInt.asUintN(64, digest) };
}
