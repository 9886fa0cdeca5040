import { badRequest } from './history-error';

export type Order = 'asc' | 'desc';

/** A part of a result: `skip` entries are passed over. */
export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** Limits of one route. Sources: Hyperion's defaults, docs/reference/history-routes.md "Routes and parameters". */
export interface PageLimits {
  readonly unset: number;
  readonly max: number;
  /** Whether a larger limit is refused instead of lowered. */
  readonly refuses?: boolean;
}

export const MAX_SKIP = 10_000;

/** @throws HistoryError for a limit or skip that is too large */
export function pageOf(
  { limit, skip = 0 }: { readonly limit?: number; readonly skip?: number },
  { unset, max, refuses = false }: PageLimits,
): Page {
  if (refuses && limit !== undefined && limit > max) throw badRequest(`limit too big, maximum: ${max}`);
  if (skip > MAX_SKIP)
    throw badRequest(
      `skip is above maximum internal limit: ${MAX_SKIP}. please limit your search scope or use pagination with before/after parameters`,
    );
  return { skip, limit: Math.min(limit ?? unset, max) };
}

/** Newest first unless asked otherwise. @throws HistoryError */
export function orderOf(sort: string | number | undefined): Order {
  switch (String(sort ?? 'desc').toLowerCase()) {
    case 'desc':
    case '-1':
      return 'desc';
    case 'asc':
    case '1':
      return 'asc';
    default:
      throw badRequest('invalid sort direction: sort takes desc, asc, 1 and -1');
  }
}

/** Members whose order is that of the actions: a later action has no smaller value. */
const IN_ORDER = ['global_sequence', 'block_num', '@timestamp'];

/** `<member>:<direction>`, which Hyperion prefers to `sort`. @throws HistoryError */
export function orderBy(text: string): Order {
  const [member = '', direction, ...rest] = text.split(':');
  if (!IN_ORDER.includes(member) || direction === undefined || rest.length > 0)
    throw badRequest(`invalid sortedBy: it takes ${IN_ORDER.join(', ')}, each with :asc or :desc`);
  return orderOf(direction);
}

const TRACK_DEFAULT = 10_000;

/** Entries that `total` counts up to; Infinity: all; 0: none beyond the page. @throws HistoryError */
export function trackOf(track: string | number | boolean | undefined): number {
  const text = String(track ?? TRACK_DEFAULT).trim();
  if (text === 'true') return Infinity;
  if (text === 'false') return 0;
  const count = Number(text);
  if (!/^\d{1,15}$/.test(text))
    throw badRequest('failed to parse track param: it takes true, false and numbers of at most 15 digits');
  return count;
}
