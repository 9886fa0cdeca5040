import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { noteAction, SampleBlocks, sampleId } from '../../harness/history/sample-blocks';
import { ServedReader } from '../../harness/history/served-reader';
import { type TestStore, useStores } from '../store/stores';

interface Trace {
  readonly block_id: string;
  readonly id: string;
  readonly producer_block_id?: string;
  readonly transactions: readonly { readonly id: string }[];
  readonly actions: readonly { readonly global_sequence: number | string }[];
}

const hexOf = (id: Uint8Array): string => Buffer.from(id).toString('hex');
const CHAIN_ID = new Uint8Array(32).fill(1);
const FORKED = 3;

/** Block 3 of one branch, with a number of transactions of its own, and one that both branches have. */
function branch(number: number, own: number): BlockWrites {
  const kept = [noteAction('alice', 'kept')];
  const others = Array.from({ length: own }, () => [noteAction('alice', 'own')]);
  const writes = new SampleBlocks(FORKED).next([...others, kept]);
  return {
    ...writes,
    block: { ...writes.block, id: sampleId(FORKED, 50 + number) },
    transactions: writes.transactions.map((transaction, index) => ({
      ...transaction,
      id: sampleId(FORKED, index === own ? 99 : 10 * number + index),
    })),
  };
}
const KEPT = hexOf(sampleId(FORKED, 99));

/** A reader of a store that another branch replaces behind the first call of a method. */
function forkedBehind(store: TestStore, method: 'block' | 'transaction', to: BlockWrites): HistoryReader {
  let isForked = false;
  const fork = async (): Promise<void> => {
    if (isForked) return;
    isForked = true;
    await store.writer.undoTo(FORKED - 1);
    await store.writer.append([to], 1);
  };
  const { reader } = store;
  return new Proxy(reader, {
    get: (_target, member: keyof HistoryReader) => {
      const value: unknown = reader[member];
      if (typeof value !== 'function') return value;
      const call = (...args: unknown[]): unknown =>
        (value as (...given: unknown[]) => unknown).apply(reader, args);
      if (member !== method) return call;
      return async (...args: unknown[]) => {
        const answer = await call(...args);
        await fork();
        return answer;
      };
    },
  });
}

describe.each(useStores())(
  'traces of a block that a fork replaces while it is read, in %s',
  (_kind, create) => {
    let store: TestStore;
    let served: ServedReader;

    /** @param own transactions of the two branches that the other one does not have */
    async function start(method: 'block' | 'transaction', own: readonly [number, number]): Promise<void> {
      store = await create(`forked_traces_${method}_${own.join('_')}`);
      await store.writer.open(CHAIN_ID);
      await store.writer.append([new SampleBlocks().next(), branch(1, own[0])], 1);
      served = await ServedReader.start(forkedBehind(store, method, branch(2, own[1])), 0);
    }
    afterEach(async () => {
      await served.close();
      await store.close();
    });

    it.each([
      ['more', [1, 2]],
      ['fewer', [2, 1]],
      ['as many', [1, 1]],
    ] as const)('get_block answers block and transactions of one branch: %s, %j', async (_count, own) => {
      await start('block', own);
      const { json } = await served.post<Trace>('/v1/trace_api/get_block', { block_num: FORKED });
      expect(json.id).toBe(hexOf(sampleId(FORKED, 52)));
      const ids = branch(2, own[1]).transactions.map(({ id }) => hexOf(id));
      expect(json.transactions.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    });

    it('get_transaction_trace answers the block of the branch that the transaction was read of', async () => {
      await start('transaction', [1, 2]);
      const { json } = await served.post<Trace>('/v1/trace_api/get_transaction_trace', { id: KEPT });
      expect(json).toMatchObject({ block_num: FORKED, producer_block_id: hexOf(sampleId(FORKED, 52)) });
      // Of this branch: it has another number of transactions before the kept one.
      const kept = Number(branch(2, 2).actions.at(-1)!.globalSequence);
      expect(json.actions.map((action) => Number(action.global_sequence))).toEqual([kept]);
    });

    it('get_transaction_trace answers 404 for a transaction that the other branch does not have', async () => {
      await start('transaction', [1, 1]);
      const own = hexOf(branch(1, 1).transactions[0]!.id);
      expect((await served.post('/v1/trace_api/get_transaction_trace', { id: own })).status).toBe(404);
    });
  },
);
