import { LargePageError } from './errors';

/**
 * Bytes of the stored values of a page. In the text of an answer a byte has two characters in hex, and up to six in a
 * text with escapes: such a page passes a gateway, which reads 8 MiB.
 */
export const MAX_PAGE_BYTES = 1024 * 1024;

/** Bytes of the actions of which figures are computed: an answer does not show them. */
export const MAX_STATS_BYTES = 16 * 1024 * 1024;

/** Bytes of the rows of a table that are searched, few of them shown: all that one request may decode (RowBudget). */
export const MAX_SEARCHED_BYTES = 15 * 1024 * 1024;

/** Bytes of the actions of one transaction or block, which an answer has whole. */
export const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

export interface PageBytes {
  /** Bytes of the values of a page, which has at least one entry; default: MAX_PAGE_BYTES. */
  readonly maxBytes?: number;
  /** Whether the page may end where its bytes do, before its limit: `isCut` says so. Else it is refused. */
  readonly mayBeShort?: boolean;
}

/** The number of entries, from the first one, whose values fit: at least one. */
export function fittingEntries(sizes: readonly number[], maxBytes = MAX_PAGE_BYTES): number {
  let total = 0;
  const end = sizes.findIndex((size, index) => {
    total += size;
    return index > 0 && total > maxBytes;
  });
  return end < 0 ? sizes.length : end;
}

/**
 * The entries of a page whose values fit.
 * @param sizes of the values of the entries
 * @throws LargePageError
 */
export function cutPage<T>(
  entries: readonly T[],
  sizes: readonly number[],
  { maxBytes, mayBeShort = false }: PageBytes,
): { readonly items: readonly T[]; readonly isCut: boolean } {
  const count = fittingEntries(sizes, maxBytes);
  if (count < entries.length && !mayBeShort) throw new LargePageError(count);
  return { items: entries.slice(0, count), isCut: count < entries.length };
}
