import { createHash } from 'node:crypto';
import type { SqlValue } from '../sql/values';
import type { ColdRows, ColdSums, ColdTable, RowSum } from './cold-tier';

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

/** Counts and digests of the rows of some tables that are added. */
export class RowSums {
  readonly #sums: Map<ColdTable, RowSum>;

  constructor(tables: readonly ColdTable[]) {
    this.#sums = new Map(tables.map((table) => [table, NO_ROWS]));
  }

  add(rows: ColdRows): void {
    for (const [table, sum] of this.#sums) this.#sums.set(table, addRows(sum, rows[table] ?? []));
  }

  get sums(): ColdSums {
    return this.#sums;
  }
}

/** Of the same tables. */
export const areEqualSums = (left: ColdSums, right: ColdSums): boolean =>
  [...left].every(([table, sum]) => areEqual(sum, right.get(table) ?? NO_ROWS));

/** All tables together. */
export function totalSum(sums: ColdSums): RowSum {
  let [count, digest] = [0, 0n];
  for (const sum of sums.values()) {
    count += sum.count;
    digest += sum.digest;
  }
  return { count, digest: BigInt.asUintN(64, digest) };
}
