import type { TokenRecord } from '../store/records';
import { fromOrdered, int, long, type SqlRow } from '../store/sql/values';

/** A row of the table `token`. */
export const tokenOf = (row: SqlRow): TokenRecord => ({
  account: fromOrdered(row.account),
  contract: fromOrdered(row.contract),
  symbolCode: fromOrdered(row.symbol),
  precision: int(row.precision),
  units: long(row.units),
  blockNum: int(row.block),
});
