import type { KeptRows } from '../cold/cold-tier';
import { DIGEST_BYTES } from '../cold/row-sums';

/** Condition on system.parts: the data of a table. */
export const isPartOf = (table: string): string =>
  `active AND database = currentDatabase() AND table = '${table}'`;

/** The sum of the digests of rows, as `addRows` computes it. */
export function digestSql(columns: readonly string[]): string {
  const texts = columns.map((column) => (column === 'payload' ? column : `toString(${column})`));
  return `sum(reinterpretAsUInt64(substring(MD5(concat(${texts.join(", ',', ")})), 1, ${DIGEST_BYTES})))`;
}

/**
 * A column that fails the whole statement, one without rows as well, unless the server has these rows when the statement
 * runs: it may have begun without them.
 */
export function proofSql({ ranges }: KeptRows): string {
  const isIn = ranges.map(
    ({ tables, below }) =>
      `(table IN (${tables.map((table) => `'${table}'`).join(', ')}) AND toUInt32OrZero(partition) < ${below})`,
  );
  const rows = ranges.reduce((sum, { count }) => sum + count, 0);
  const proof = `SELECT throwIf(sum(rows) != ${rows}) FROM system.parts WHERE active AND database = currentDatabase() AND (${isIn.join(' OR ')})`;
  return `assumeNotNull((${proof}))`;
}
