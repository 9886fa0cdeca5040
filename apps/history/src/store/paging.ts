import type { PageQuery } from './queries';
import type { Page, Total } from './records';

/** Number of matches as a query with `countUpTo` reports it. */
export const limitedTotal = (matches: number, countUpTo: number): Total =>
  matches > countUpTo ? { value: countUpTo, relation: 'gte' } : { value: matches, relation: 'eq' };

export const pageOf = <T>(items: readonly T[], { skip, limit }: PageQuery): Page<T> => ({
  items: items.slice(skip, skip + limit),
  total: { value: items.length, relation: 'eq' },
});
