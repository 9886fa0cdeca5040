import { equalBytes } from '@app/antelope';
import type { ActionWrite } from '../../../../apps/history/src/derive/action-writes';
import type { BlockHeader } from '../../../../apps/history/src/derive/block-writes';
import { type ActionInContext, matchesConditions } from '../../../../apps/history/src/store/matching';
import type { ActionFilter, ActionQuery, HistoryRange } from '../../../../apps/history/src/store/queries';

/** Whether an action meets all conditions of a query. */
export const matchesQuery = (query: ActionQuery, { block, transaction, action }: ActionInContext): boolean =>
  (query.account === undefined || action.accounts.includes(query.account)) &&
  matchesFilters(query.filters ?? [], action) &&
  (query.fields ?? []).every(({ field, values }) =>
    action.fields.some((entry) => entry.field === field && values.includes(entry.value)),
  ) &&
  (query.transactionId === undefined || equalBytes(query.transactionId, transaction.id)) &&
  isInRange(query.range ?? {}, block, action.globalSequence) &&
  matchesConditions(query.conditions ?? {}, { block, transaction, action });

const matchesFilters = (
  filters: readonly ActionFilter[],
  { account, name }: Pick<ActionWrite, 'account' | 'name'>,
): boolean =>
  filters.length === 0 ||
  filters.some(
    (filter) =>
      (filter.code === undefined || filter.code === account) &&
      (filter.name === undefined || filter.name === name),
  );

export const isInRange = (
  range: HistoryRange,
  { num, timeMs }: Pick<BlockHeader, 'num' | 'timeMs'>,
  sequence: bigint,
): boolean =>
  isBetween(num, range.fromBlock, range.toBlock) &&
  isBetween(timeMs, range.fromTimeMs, range.toTimeMs) &&
  isBetween(sequence, range.fromSequence, range.toSequence);

const isBetween = <T extends number | bigint>(value: T, from: T | undefined, to: T | undefined): boolean =>
  (from === undefined || value >= from) && (to === undefined || value <= to);
