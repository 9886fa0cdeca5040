import type { HistoryReader } from '../../../apps/history/src/store/port';

const ALL = { skip: 0, limit: 1_000_000, countUpTo: Infinity, order: 'asc' } as const;

/** All blocks, transactions, actions and deltas of a store: two stores with the same history give equal values. */
export async function storedHistory(reader: HistoryReader) {
  const { head, firstBlockNum, irreversibleNum, holes, actions } = await reader.status();
  const blocks = [];
  for (let num = firstBlockNum; num <= (head?.num ?? 0); num++)
    blocks.push({ block: await reader.block(num), transactions: await reader.blockTransactions(num) });
  return {
    status: { head, firstBlockNum, irreversibleNum, holes, actions },
    blocks,
    actions: await reader.actions(ALL),
    deltas: await reader.deltas(ALL),
  };
}
