import type { ActionQuery, DeltaQuery, HistoryRange } from '../../queries';

/** Entries that one statement counts with a page. */
const FEW = 10_000;

const isGiven = (value: unknown): boolean => value !== undefined;
const hasRange = (range: HistoryRange = {}): boolean => Object.values(range).some(isGiven);

/** Whether a query is more than a page of one index with its total: rows are checked one by one, or many are counted. */
export function isActionSearch(query: ActionQuery): boolean {
  const { account, filters = [], fields = [], conditions = {}, isWanted, range, countUpTo } = query;
  const indexes = fields.length + (isGiven(account) || filters.length > 0 ? 1 : 0);
  return (
    isGiven(isWanted) ||
    Object.values(conditions).some(isGiven) ||
    indexes > 1 ||
    (countUpTo > FEW && (fields.length > 0 || hasRange(range)))
  );
}

/** The same for rows: no totals of them are kept. */
export function isDeltaSearch(query: DeltaQuery): boolean {
  const { code, table, scope, payer, primaryKey, present, isWanted, countUpTo } = query;
  const isPage =
    [isGiven(code) || isGiven(table) || isGiven(scope), isGiven(payer)].filter(Boolean).length < 2;
  const hasTable = !isGiven(scope) || isGiven(code) || isGiven(table);
  return !isPage || !hasTable || [isWanted, primaryKey, present].some(isGiven) || countUpTo > FEW;
}
