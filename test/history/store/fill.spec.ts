import * as fc from 'fast-check';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { BlockGapError } from '../../../apps/history/src/store/errors';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import type { CompleteBlock, HistoryWriter } from '../../../apps/history/src/store/port';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { answerText, portQueries } from '../../harness/history/query-battery';
import { Random } from '../../../apps/history/src/store/testing/random';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { allOr, longOr } from '../../harness/long';
import { CrashError } from './crashing-database';
import { randomChain } from './random-chain';
import { type TestStore, useStores } from './stores';

const QUERIES = 12;
const ASKED_PERCENT = longOr(100, allOr(40, 10));
const LENGTH = 24;

const kinds = useStores();

/** The missed blocks and producers of the random chain: those of a block depend on the blocks before it. */
function completing(blocks: readonly BlockWrites[]): CompleteBlock {
  const byNum = new Map(blocks.map((writes) => [writes.block.num, writes]));
  return (writes) => {
    const { missedBlocks = [], proposers } = byNum.get(writes.block.num) ?? {};
    return { ...writes, missedBlocks, proposers };
  };
}

/** Compares every answer with that of a model which got the blocks one after the other. */
async function expectSequential(
  store: TestStore,
  blocks: readonly BlockWrites[],
  all = blocks,
): Promise<void> {
  const model = new MemoryHistory();
  await model.open(CHAIN_ID);
  await model.append(blocks, blocks.at(-1)!.block.num);
  model.fillTo = (await store.writer.filling()) ?? 0;
  const reader = new MemoryReader(model);
  for (const ask of ['cursor', 'tail', 'reversible'] as const)
    expect(answerText(await store.writer[ask]())).toBe(answerText(await model[ask]()));
  const random = new Random(blocks.length);
  for (const { title, ask } of portQueries(random, all, QUERIES)) {
    if (!random.chance(ASKED_PERCENT)) continue;
    expect(`${title}\n${answerText(await ask(store.reader))}`).toBe(
      `${title}\n${answerText(await ask(reader))}`,
    );
  }
}

/** Begins the fill with the first block. */
async function begin(writer: HistoryWriter, blocks: readonly BlockWrites[]): Promise<void> {
  const last = blocks.at(-1)!.block.num;
  await writer.open(CHAIN_ID);
  if ((await writer.filling()) === undefined) expect(await writer.beginFill(last)).toBe(true);
  if ((await writer.cursor()) === undefined) await writer.append(blocks.slice(0, 1), last);
}

const incomplete = (blocks: readonly BlockWrites[]): BlockWrites[] =>
  blocks.map((writes) => ({ ...writes, missedBlocks: [], proposers: undefined }));

describe.each(kinds)('filling a new store in %s', (kind, create) => {
  let count = 0;
  let store: TestStore;
  beforeEach(async () => {
    store = await create(`fill${count++}`);
  });
  afterEach(() => store.close());

  it('a store that is filled in any order of ranges answers at each step as one that got the blocks in turn', async () => {
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.array(fc.integer({ min: 1, max: LENGTH - 1 }), { maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        fc.array(fc.option(fc.nat({ max: 25 })), { maxLength: 6 }),
        async (seed, cuts, order, crashes) => {
          await store.close();
          store = await create(`fill_${turn++}`);
          const blocks = randomChain(LENGTH, seed);
          await begin(store.writer, blocks);
          const edges = [...new Set([1, LENGTH, ...cuts])].sort((left, right) => left - right);
          const ranges = edges.slice(1).map((end, index) => blocks.slice(edges[index], end));
          const work: (() => Promise<unknown>)[] = [];
          while (ranges.length > 0) {
            const [range] = ranges.splice(order.next().value % ranges.length, 1);
            work.push(
              async () => {
                const first = range![0]!.block.num;
                const filled = await store.writer.filledRanges();
                if (!filled.some(({ from, to }) => from <= first && first <= to))
                  await store.writer.fill(incomplete(range!));
              },
              () => store.writer.connect(completing(blocks)),
            );
          }
          for (const step of work) {
            const statements = crashes.shift() ?? undefined;
            if (statements !== undefined) await crash(step, statements);
            await step();
            const cursor = (await store.writer.cursor())!;
            await expectSequential(store, blocks.slice(0, cursor.num - blocks[0]!.block.num + 1), blocks);
          }
          expect(await store.writer.filling()).toBeUndefined();
          expect(await store.writer.filledRanges()).toEqual([]);
          expect((await store.reader.status()).holes).toEqual([]);
          await expectContinuation(blocks, seed);
        },
      ),
      // The one of the short form has four ranges in mixed order, and three crashes.
      { numRuns: longOr(200, allOr(3, 1)), ...allOr({}, { seed: 1 }) },
    );
  });

  /** Breaks a step off, and opens the store again. */
  async function crash(step: () => Promise<unknown>, statements: number): Promise<void> {
    store.crashes?.crashAfter(statements);
    const outcome: unknown = await step().then(
      () => undefined,
      (error: unknown) => error,
    );
    store.crashes?.crashAfter(Infinity);
    if (outcome !== undefined && !(outcome instanceof CrashError)) throw outcome;
    if (kind !== 'memory') await store.reopen();
  }

  /** Live blocks follow, and are undone, as in a store that was never filled. */
  async function expectContinuation(blocks: readonly BlockWrites[], seed: number): Promise<void> {
    const longer = randomChain(LENGTH + 4, seed);
    const last = blocks.at(-1)!.block.num;
    await store.writer.append(longer.slice(LENGTH), last);
    const model = new MemoryHistory();
    await model.open(CHAIN_ID);
    await model.append(longer, last);
    for (const writer of [store.writer, model]) await writer.undoTo(last + 2);
    for (const { title, ask } of portQueries(new Random(seed), longer, 3))
      expect(`${title}\n${answerText(await ask(store.reader))}`).toBe(
        `${title}\n${answerText(await ask(new MemoryReader(model)))}`,
      );
  }

  it('a store that is filled reports the missing blocks after the head until they are connected', async () => {
    const blocks = randomChain(10, 7);
    const numOf = (index: number): number => blocks[index]!.block.num;
    await begin(store.writer, blocks);
    await store.writer.fill(incomplete(blocks.slice(5)));
    await store.writer.connect(completing(blocks));
    const { head, holes } = await store.reader.status();
    expect([head?.num, holes]).toEqual([numOf(0), [{ from: numOf(1), to: numOf(9) }]]);
    expect(await store.writer.filledRanges()).toEqual([{ from: numOf(5), to: numOf(9) }]);
    expect(await store.reader.block(numOf(6))).toBeUndefined();
    await store.writer.fill(incomplete(blocks.slice(1, 5)));
    await store.writer.connect(completing(blocks));
    expect((await store.reader.status()).holes).toEqual([]);
    expect(await store.reader.block(numOf(6))).toBeDefined();
  });

  it('a fill that was begun ends with a block that is at its end, or behind it', async () => {
    const blocks = randomChain(3, 8);
    const [first, second] = blocks.map(({ block }) => block.num);
    await store.writer.open(CHAIN_ID);
    expect(await store.writer.beginFill(second!)).toBe(true);
    await store.writer.append(blocks.slice(0, 1), first!);
    expect(await store.writer.filling()).toBe(second);
    await store.writer.append(blocks.slice(1), second!);
    expect(await store.writer.filling()).toBeUndefined();
    expect((await store.reader.status()).holes).toEqual([]);
  });

  it('filling a store is refused when the store has or had blocks', async () => {
    const blocks = randomChain(3, 8);
    await store.writer.open(CHAIN_ID);
    await store.writer.append(blocks, 0);
    expect(await store.writer.beginFill(100)).toBe(false);
    await store.writer.reset();
    expect(await store.writer.beginFill(100)).toBe(false);
  });
});

describe.each(kinds.slice(1))('a range of another branch in %s', (_, create) => {
  it('a range of another branch is not connected', async () => {
    const store = await create('branch');
    const blocks = randomChain(6, 9);
    await begin(store.writer, blocks);
    const [first, ...rest] = incomplete(blocks.slice(1));
    const other = { ...first!, block: { ...first!.block, previousId: new Uint8Array(32).fill(7) } };
    await store.writer.fill([other, ...rest]);
    await expect(store.writer.connect(completing(blocks))).rejects.toThrow(BlockGapError);
    expect((await store.writer.cursor())!.num).toBe(blocks[0]!.block.num);
    await store.close();
  });
});

describe.each(kinds.slice(1))('blocks with much state in %s', (_, create) => {
  it('blocks with much state are connected in several steps, each of a bounded size', async () => {
    const store = await create('much_state');
    const sample = new SampleBlocks();
    const rowOf = (primaryKey: bigint) => ({
      ...{ code: name('dex'), scope: name('dex'), table: name('book'), payer: name('dex') },
      ...{ primaryKey, present: true, value: new Uint8Array(12 * 1024 * 1024) },
    });
    const blocks = [
      sample.next(),
      ...[1n, 2n, 3n, 4n].map((key) => sample.next([], { deltas: [rowOf(key)] })),
    ];
    await begin(store.writer, blocks);
    for (const block of blocks.slice(1)) await store.writer.fill([block]);
    const connected: number[] = [];
    for (let count = -1; count !== 0; connected.push(count))
      count = (await store.writer.connect((writes) => writes)).length;
    expect(connected).toEqual([3, 1, 0]);
    expect(await store.writer.filling()).toBeUndefined();
    await store.close();
  });
});
