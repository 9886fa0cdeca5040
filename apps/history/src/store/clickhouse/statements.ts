import { DIGEST_BYTES } from '../cold/row-sums';

/** Condition on system.parts: the data of a table. */
export const isPartOf = (table: string): string =>
  `active AND database = currentDatabase() AND table = '${table}'`;

/** The sum of the digests of rows, as `addRows` computes it. */
export function digestSql(columns: readonly string[]): string {
  const texts = columns.map((column) => (column === 'payload' ? column : `toString(${column})`));
  return `sum(reinterpretAsUInt64(substring(MD5(concat(${texts.join(", ',', ")})), 1, ${DIGEST_BYTES})))`;
}
