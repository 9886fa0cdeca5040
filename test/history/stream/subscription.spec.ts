import type { ActionDocument } from '../../../apps/history/src/answers/action-document';
import { AbiCache } from '../../../apps/history/src/decoding/abi-cache';
import { Decoder } from '../../../apps/history/src/decoding/decoder';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { actionRequest } from '../../../apps/history/src/stream/stream-request';
import { SharedBlocks } from '../../../apps/history/src/stream/shared-blocks';
import { Subscription } from '../../../apps/history/src/stream/subscription';
import {
  name,
  SampleBlocks,
  START_MS,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';

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
  const decoder = new Decoder(new AbiCache(reader));
  const shared = new SharedBlocks(reader, decoder);
  const status = await reader.status();
  const limits = { headNum: status.head?.num ?? 0, irreversibleNum: status.irreversibleNum };
  const subscribe = (wanted: object) => {
    const sent: Sent[] = [];
    const ends: { readonly lastBlock: number; readonly after: number }[] = [];
    const failures: unknown[] = [];
    const client = { readyForMore: async (): Promise<void> => undefined };
    const subscription = new Subscription(actionRequest(wanted, status), limits, {
      reader,
      decoder,
      shared,
      sink: {
        inTurn: async (_isLive, work) => {
          await client.readyForMore();
          await work();
        },
        send: (mode, entries) => {
          const documents = entries.map(({ document }) => document as ActionDocument);
          sent.push(
            ...documents.map(({ block_num: block, act }) => ({
              mode,
              block,
              amount: (act.data as { amount: unknown }).amount,
            })),
          );
        },
        endHistory: (lastBlock) => ends.push({ lastBlock, after: sent.length }),
        fail: (error) => failures.push(error),
      },
    });
    const advance = async (): Promise<void> => {
      await subscription.advance(() => ({
        headNum: history.blocks.at(-1)?.block.num ?? 0,
        irreversibleNum: history.irreversibleNum,
      }));
      expect(failures).toEqual([]);
    };
    return { advance, client, ends, sent, subscription };
  };
  const first = subscribe(request);
  const undo = async (num: number): Promise<void> => {
    await history.undoTo(num);
    shared.undo(num);
    first.subscription.undo(num);
  };
  return { history, made, append, undo, subscribe, ...first };
}

const blocksOf = (sent: readonly Sent[]): number[] => sent.map(({ block }) => block);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_unused, index) => from + index);

describe('subscriptions', () => {
  it('a subscription sends the past in pages, then new blocks, each once', async () => {
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
  ])('a subscription starts with start_from %s', async (_what, start_from, expected) => {
    const { advance, sent } = await stream({ start_from }, 10);
    await advance();
    expect(blocksOf(sent)).toEqual(expected);
  });

  it('a subscription ends behind the block of read_until', async () => {
    const { made, append, advance, sent, subscription } = await stream({ start_from: 3, read_until: 8 }, 4);
    await advance();
    expect(subscription.isEnded).toBe(false);
    await append(5, made, 1);
    await advance();
    expect([blocksOf(sent), subscription.isEnded]).toEqual([range(3, 8), true]);
  });

  it('a subscription tells once where the past ends: behind its entries and before new ones', async () => {
    const { made, append, advance, ends, sent } = await stream({ start_from: 3 }, 250);
    await append(70, made, 1);
    await advance();
    await append(1, made, 1);
    await advance();
    expect(ends).toEqual([{ lastBlock: 252, after: 250 }]);
    expect(sent.map(({ mode }) => mode)).toEqual([
      ...new Array<string>(250).fill('history'),
      ...new Array<string>(71).fill('live'),
    ]);
  });

  it.each([
    ['a start', { start_from: 3 }, range(3, 12), 12],
    ['a start and an end', { start_from: 3, read_until: 8 }, range(3, 8), 8],
    ['an end that is not there yet', { start_from: 10, read_until: 14 }, range(10, 12), 12],
    ['an end at a time', { start_from: 3, read_until: '2030-01-01T00:00:05' }, range(3, 10), 10],
    ['a start behind the head', { start_from: 20 }, [], 12],
    ['no start', {}, [], 12],
    ['irreversible blocks alone', { start_from: 2, irreversible_only: true }, [], 2],
    ['a start behind irreversible blocks', { start_from: 9, irreversible_only: true }, [], 2],
  ])(
    'a subscription with ignore_live and %s ends with the past',
    async (_what, request, blocks, lastBlock) => {
      const { made, append, advance, ends, sent, subscription } = await stream(
        { ...request, ignore_live: true },
        10,
      );
      await advance();
      expect([blocksOf(sent), ends, subscription.isEnded]).toEqual([
        blocks,
        [{ lastBlock, after: blocks.length }],
        true,
      ]);
      await append(3, made, 1);
      await advance();
      expect([blocksOf(sent), ends.length]).toEqual([blocks, 1]);
    },
  );

  it('a subscription with ignore_live sends the blocks of a fork that came while it read, up to its end', async () => {
    const { append, advance, client, ends, undo, sent } = await stream(
      { start_from: 3, ignore_live: true },
      150,
    );
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    client.readyForMore = async () => (sent.length === 0 ? undefined : isReleased);
    const reading = advance();
    while (sent.length === 0) await new Promise(setImmediate);
    await undo(150);
    release();
    await reading;
    expect([blocksOf(sent), ends]).toEqual([range(3, 150), []]);
    await append(4, forkAt(151), 2);
    await advance();
    expect([blocksOf(sent), ends]).toEqual([range(3, 152), [{ lastBlock: 152, after: 150 }]]);
  });

  it('a subscription until a time that is to come ends when a block has passed it', async () => {
    const { made, append, advance, sent, subscription } = await stream(
      { start_from: 3, read_until: '2030-01-01T00:00:03.999' },
      4,
    );
    await advance();
    expect([blocksOf(sent), subscription.isEnded]).toEqual([range(3, 6), false]);
    await append(4, made, 1);
    await advance();
    expect([blocksOf(sent), subscription.isEnded]).toEqual([range(3, 7), true]);
  });

  it('a subscription ends at once when read_until is before start_from', async () => {
    const { advance, sent, subscription } = await stream({ start_from: 8, read_until: 5 }, 10);
    await advance();
    expect([sent, subscription.isEnded]).toEqual([[], true]);
  });

  it('a subscription sends the blocks of the new fork after those that were undone', async () => {
    const { append, advance, undo, sent } = await stream({ start_from: 3 }, 10);
    await advance();
    await undo(9);
    await append(2, forkAt(10), 2);
    await advance();
    expect(sent.map(({ block, amount }) => [block, amount])).toEqual([
      ...range(3, 12).map((block) => [block, 1]),
      [10, 2],
      [11, 2],
    ]);
  });

  it('a subscription sends a block of several pages again when a fork replaces it within them', async () => {
    const { history, advance, client, undo, sent } = await stream({ start_from: 3 }, 0);
    const transfers = (count: number, amount: number) =>
      Array.from({ length: count }, () => [transferAction('alice', 'bob', `${amount}.0000 SYS`)]);
    await history.append([new SampleBlocks(3).next(transfers(150, 1))], 2);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    client.readyForMore = async () => (sent.length === 0 ? undefined : isReleased);
    const reading = advance();
    while (sent.length === 0) await new Promise(setImmediate);
    expect(sent).toHaveLength(100);
    await undo(2);
    await history.append([forkAt(3).next(transfers(120, 2))], 2);
    release();
    await reading;
    await advance();
    expect(sent.map(({ amount }) => amount)).toEqual([
      ...new Array<number>(100).fill(1),
      ...new Array<number>(120).fill(2),
    ]);
  });

  it('a subscription sends nothing of the blocks before a start that is a later time', async () => {
    const { made, append, advance, sent } = await stream({ start_from: '2030-01-01T00:00:04' }, 3);
    await advance();
    await append(5, made, 1);
    await advance();
    expect(blocksOf(sent)).toEqual([8, 9, 10]);
  });

  it('a subscription sends nothing of before its start, a time, behind a fork that is deeper than that', async () => {
    const start = new Date(START_MS + 9 * 500).toISOString();
    const { made, append, undo, advance, sent } = await stream({ start_from: start }, 6);
    await append(5, made, 1);
    await advance();
    expect(blocksOf(sent)).toEqual(range(9, 13));
    await undo(5);
    const other = new SampleBlocks(6);
    await append(10, other, 2);
    await advance();
    expect(blocksOf(sent).slice(5)).toEqual(range(9, 15));
    expect(sent.slice(5).every(({ amount }) => Number(amount) === 2)).toBe(true);
  });

  it('subscriptions read a new block once for all of them', async () => {
    const { made, append, advance, subscribe } = await stream({ start_from: 0 }, 3);
    const reads = jest.spyOn(MemoryReader.prototype, 'actions');
    const others = Array.from({ length: 5 }, (_unused, index) =>
      subscribe({ start_from: 0, ...(index % 2 === 0 ? { account: 'bob' } : { contract: 'sys.token' }) }),
    );
    await append(1, made, 1);
    reads.mockClear();
    await advance();
    for (const other of others) await other.advance();
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
    expect(others.map(({ sent }) => blocksOf(sent))).toEqual(others.map(() => [6]));
  });

  it('a subscription sends irreversible blocks only when it is asked to', async () => {
    const { history, advance, sent } = await stream({ start_from: 3, irreversible_only: true }, 10);
    await advance();
    expect(sent).toEqual([]);
    history.irreversibleNum = 7;
    await advance();
    expect(blocksOf(sent)).toEqual(range(3, 7));
  });

  it('a subscription sends what its filters select', async () => {
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
