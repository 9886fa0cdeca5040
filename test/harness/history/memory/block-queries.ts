import { equalBytes } from '@app/antelope';
import type { BlockHeader, BlockWrites } from '../../../../apps/history/src/derive/block-writes';
import { isEqual } from '../../../../apps/history/src/store/matching';
import { isInRange, matchesQuery } from './matching';
import { cutPage, type PageBytes } from '../../../../apps/history/src/store/page-bytes';
import { deltaSequence } from '../../../../apps/history/src/store/positions';
import type {
  AbiSource,
  ActionQuery,
  DeltaQuery,
  HistoryRange,
  PageEnd,
  PageQuery,
} from '../../../../apps/history/src/store/queries';
import {
  limitedTotal,
  type ActionRecord,
  type ActionTransaction,
  type BlockRef,
  type DeltaRecord,
  type Page,
  type TransactionActions,
  type TransactionRecord,
} from '../../../../apps/history/src/store/records';

export function blockTransactions(kept: readonly BlockWrites[], num: number): TransactionActions[] {
  return kept
    .filter(({ block }) => block.num === num)
    .flatMap((writes) => writes.transactions.map((_, index) => transactionActions(writes, index)));
}

/** The last entry of an id, with the actions of the one before in which it was delayed. */
export function transaction(kept: readonly BlockWrites[], id: Uint8Array): TransactionActions | undefined {
  const found = kept
    .flatMap((writes) => writes.transactions.map((transaction, index) => ({ writes, transaction, index })))
    .filter(({ transaction }) => equalBytes(transaction.id, id))
    .map(({ writes, index }) => transactionActions(writes, index));
  const last = found.pop();
  const delayed = found.findLast(({ status }) => status === 'delayed');
  return last && { ...last, actions: [...(delayed?.actions ?? []), ...last.actions] };
}

export async function actions(
  kept: readonly BlockWrites[],
  query: ActionQuery,
  abis: AbiSource,
): Promise<Page<ActionRecord>> {
  const found = kept.flatMap((writes) =>
    writes.actions
      .filter((action) => {
        const transaction = writes.transactions[action.transaction];
        return transaction && matchesQuery(query, { block: writes.block, transaction, action });
      })
      .map((action) => actionRecord(writes, action)),
  );
  const { isWanted } = query;
  if (isWanted === undefined) return ordered(found, query, sequenceOf, actionSize);
  const wanted = await Promise.all(found.map((record) => isWanted(record, abis)));
  return ordered(
    found.filter((_record, index) => wanted[index]),
    query,
    sequenceOf,
    actionSize,
  );
}

const actionSize = ({ data, returnValue, transaction }: ActionRecord): number =>
  [data, returnValue, ...transaction.signatures].reduce((size, { length }) => size + length, 0);

const sequenceOf = ({ globalSequence }: ActionRecord): bigint => globalSequence;

export function deltas(kept: readonly BlockWrites[], query: DeltaQuery): Page<DeltaRecord> {
  const found = kept
    .flatMap(({ block, deltas }) =>
      deltas.map((delta, index) => ({
        ...delta,
        sequence: deltaSequence(block.num, index),
        block: blockRef(block),
      })),
    )
    .filter(
      (delta) =>
        isEqual(query.code, delta.code) &&
        isEqual(query.scope, delta.scope) &&
        isEqual(query.table, delta.table) &&
        isEqual(query.payer, delta.payer) &&
        isEqual(query.primaryKey, delta.primaryKey) &&
        isEqual(query.present, delta.present) &&
        isInRange(query.range ?? {}, delta.block, delta.sequence) &&
        (query.isWanted?.(delta) ?? true),
    );
  return ordered(
    found,
    query,
    ({ sequence }) => sequence,
    ({ value }) => value.length,
  );
}

export const blockRef = ({ num, id, timeMs, producer }: BlockHeader): BlockRef => ({
  num,
  id,
  timeMs,
  producer,
});

function transactionRecord({ block, transactions }: BlockWrites, index: number): TransactionRecord {
  const transaction = transactions[index];
  if (transaction === undefined) throw new Error(`block ${block.num} has no transaction ${index}`);
  return { ...transaction, block: blockRef(block), index };
}

function actionTransaction(writes: BlockWrites, index: number): ActionTransaction {
  const { id, status, cpuUsageUs, netUsageWords, signatures, block, ...rest } = transactionRecord(
    writes,
    index,
  );
  return { id, status, cpuUsageUs, netUsageWords, signatures, block, index: rest.index };
}

const transactionActions = (writes: BlockWrites, index: number): TransactionActions => ({
  ...transactionRecord(writes, index),
  actions: writes.actions
    .filter((action) => action.transaction === index)
    .map((action) => actionRecord(writes, action)),
});

function actionRecord(writes: BlockWrites, action: BlockWrites['actions'][number]): ActionRecord {
  return {
    globalSequence: action.globalSequence,
    actionOrdinal: action.actionOrdinal,
    creatorActionOrdinal: action.creatorActionOrdinal,
    account: action.account,
    name: action.name,
    authorization: action.authorization,
    isContextFree: action.isContextFree,
    data: action.data,
    receipts: action.receipts,
    ramDeltas: action.ramDeltas,
    returnValue: action.returnValue,
    transaction: actionTransaction(writes, action.transaction),
  };
}

interface ListQuery extends PageQuery, PageBytes {
  readonly order: 'asc' | 'desc';
  readonly countUpTo: number;
  readonly range?: HistoryRange;
  readonly behind?: PageEnd;
}

/** `found` is in ascending order. */
function ordered<T>(
  found: T[],
  query: ListQuery,
  sequenceOf: (item: T) => bigint,
  sizeOf: (item: T) => number,
): Page<T> {
  const inOrder = query.order === 'asc' ? found : found.reverse();
  const left = inOrder.filter((item) => isBehind(sequenceOf(item), query));
  const page = left.slice(query.skip, query.skip + query.limit);
  const { items, isCut } = cutPage(page, page.map(sizeOf), query);
  return {
    ...{ items, ...(isCut ? { isCut } : {}) },
    total: limitedTotal(found.length, query.countUpTo),
  };
}

const isBehind = (sequence: bigint, { order, behind }: Pick<ListQuery, 'order' | 'behind'>): boolean =>
  behind === undefined || (order === 'asc' ? sequence > behind.sequence : sequence < behind.sequence);
