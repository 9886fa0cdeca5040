import { AbiCache } from '../../../apps/history/src/decoding/abi-cache';
import { Decoder } from '../../../apps/history/src/decoding/decoder';
import { MemoryHistory } from '../../../apps/history/src/store/memory/memory-history';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { actionRequest } from '../../../apps/history/src/stream/stream-request';
import { Subscription } from '../../../apps/history/src/stream/subscription';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';

interface Sent {
  readonly mode: string;
  readonly block: number;
  readonly amount: unknown;
}

/** A store in memory, a subscription to it, and everything that was sent. */
async function stream(request: object, before: number) {
  const history = new MemoryHistory();
  await history.open(new Uint8Array(32));
  const made = new SampleBlocks();
  await history.append(
    [made.next([], { abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }] })],
    2,
  );
  const reader = new MemoryReader(history);
  const append = async (count: number, from: SampleBlocks, amount: number): Promise<void> => {
    for (let index = 0; index < count; index++)
      await history.append(
        [from.next([[transferAction('alice', 'bob', `${amount}.0000 SYS`)]])],
        history.irreversibleNum,
      );
  };
  await append(before, made, 1);
  const sent: Sent[] = [];
  const failures: unknown[] = [];
  const status = await reader.status();
  const subscription = new Subscription(actionRequest(request, status), (status.head?.num ?? 0) + 1, {
    reader,
    decoder: new Decoder(new AbiCache(reader)),
    sink: {
      readyForMore: async () => undefined,
      send: (mode, documents) =>
        sent.push(
          ...(documents as { block_num: number; act: { data: { amount: unknown } } }[]).map((document) => ({
            mode,
            block: document.block_num,
            amount: document.act.data.amount,
          })),
        ),
      fail: (error) => failures.push(error),
    },
  });
  const advance = async (): Promise<void> => {
    const { head, irreversibleNum } = await reader.status();
    await subscription.advance(() => ({ headNum: head?.num ?? 0, irreversibleNum }));
    expect(failures).toEqual([]);
  };
  return { history, made, append, advance, sent, subscription };
}

const blocksOf = (sent: readonly Sent[]): number[] => sent.map(({ block }) => block);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_unused, index) => from + index);

describe('a subscription', () => {
  it('sends the past in pages, then new blocks, each once', async () => {
    const { made, append, advance, sent } = await stream({ start_from: 3 }, 250);
    await advance();
    await append(5, made, 1);
    await advance();
    await advance();
    expect(blocksOf(sent)).toEqual(range(3, 257));
    expect(sent.filter(({ mode }) => mode === 'live').map(({ block }) => block)).toEqual(range(253, 257));
  });

  it.each([
    ['0: behind the head', 0, []],
    ['a number', 11, [11, 12]],
    ['a negative number: counted from the head', -1, [11, 12]],
    ['LIB', 'LIB', range(3, 12)],
    ['a time', '2030-01-01T00:00:06', [12]],
  ])('start_from %s', async (_what, start_from, expected) => {
    const { advance, sent } = await stream({ start_from }, 10);
    await advance();
    expect(blocksOf(sent)).toEqual(expected);
  });

  it('ends behind the block of read_until', async () => {
    const { made, append, advance, sent, subscription } = await stream({ start_from: 3, read_until: 8 }, 4);
    await advance();
    expect(subscription.isEnded).toBe(false);
    await append(5, made, 1);
    await advance();
    expect([blocksOf(sent), subscription.isEnded]).toEqual([range(3, 8), true]);
  });

  it('sends the blocks of the new fork after those that were undone', async () => {
    const { history, append, advance, sent, subscription } = await stream({ start_from: 3 }, 10);
    await advance();
    await history.undoTo(9);
    subscription.undo(9);
    await append(2, forkAt(10), 2);
    await advance();
    expect(sent.map(({ block, amount }) => [block, amount])).toEqual([
      ...range(3, 12).map((block) => [block, 1]),
      [10, 2],
      [11, 2],
    ]);
  });

  it('sends irreversible blocks only when it is asked to', async () => {
    const { history, advance, sent } = await stream({ start_from: 3, irreversible_only: true }, 10);
    await advance();
    expect(sent).toEqual([]);
    history.irreversibleNum = 7;
    await advance();
    expect(blocksOf(sent)).toEqual(range(3, 7));
  });

  it('sends what its filters select', async () => {
    const filters = [{ field: 'act.data.amount', value: '1', operator: 'gt' }];
    const { made, append, advance, sent } = await stream(
      { start_from: 3, contract: 'sys.token', filters },
      3,
    );
    await append(2, made, 5);
    await advance();
    expect(blocksOf(sent)).toEqual([6, 7]);
  });
});

/** Blocks that follow number - 1, with sequences below those that were sent. */
const forkAt = (number: number): SampleBlocks => new SampleBlocks(number);
