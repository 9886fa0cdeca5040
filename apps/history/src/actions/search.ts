import type { ActionQuery } from '../store/queries';
import { memberConditions, type QueryParameters } from '../parameters/action-members';
import { boundsOf } from '../parameters/bounds';
import { cursorOf } from '../parameters/cursor';
import { filtersOf, optionalName } from '../parameters/filters';
import type { MemberExpression } from '../parameters/member-expression';
import { orderBy, orderOf, pageOf, type PageLimits, trackOf } from '../parameters/page';
import { bothFilters, intersection, rangeOfBounds } from '../parameters/ranges';
import type { HistoryActionsQuery } from './actions.dto';

export const ACTION_LIMITS: PageLimits = { unset: 10, max: 1000, refuses: true };

/**
 * The search that a request describes; undefined: its conditions exclude each other.
 * @throws HistoryError
 */
export function searchOf(
  query: HistoryActionsQuery & QueryParameters,
): (ActionQuery & { readonly expressions: readonly MemberExpression[] }) | undefined {
  const { account, filter, sort, sortedBy, track, cursor } = query;
  const { filters: memberFilters, range, expressions, ...members } = memberConditions(query);
  const order = sortedBy === undefined ? orderOf(sort) : orderBy(sortedBy);
  const filters = bothFilters(filtersOf(filter), memberFilters);
  if (filters === undefined) return undefined;
  const name = optionalName('account', account);
  return {
    ...pageOf(query, ACTION_LIMITS),
    ...members,
    expressions,
    ...(name === undefined ? {} : { account: name }),
    filters,
    range: intersection([range, rangeOfBounds(boundsOf(query))]),
    order,
    ...cursorOf(cursor),
    countUpTo: trackOf(track),
    isTotalWanted: track !== undefined,
  };
}
