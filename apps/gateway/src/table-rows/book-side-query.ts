import type { BookSideIndex, TableAddress } from '@app/networks';

/** The query for the orders of one side of a book, best first, by the index over prices. */
export const bookSideQuery = (
  table: TableAddress,
  { position, keyType, lowerBound, upperBound, reverse }: BookSideIndex,
) => ({
  ...table,
  index_position: String(position),
  key_type: keyType,
  lower_bound: lowerBound,
  upper_bound: upperBound,
  ...(reverse ? { reverse } : {}),
});
