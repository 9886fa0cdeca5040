import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { VOTERS } from '../../../apps/history/src/routes/get-voters';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { BlockGapError, IrreversibleError, WrongChainError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID, PRODUCERS } from '../../../apps/history/src/store/testing/pools';
import { answerText } from '../../harness/history/query-battery';
import { randomChain } from './random-chain';
import { sqliteStore, type TestStore, useStores } from './stores';

const blocks = randomChain(30, 3);
const numOf = (index: number): number => blocks[index]!.block.num;
const everything = { order: 'asc', skip: 0, limit: 10_000, countUpTo: Infinity } as const;

const kinds = useStores();

/** Answers that any change of the content changes. */
const contentOf = async ({ writer, reader }: TestStore): Promise<string> =>
  answerText([
    await writer.cursor(),
    await reader.status(),
    await reader.actions(everything),
    await reader.deltas(everything),
  ]);

describe.each(kinds)('store in %s', (_, create) => {
  let count = 0;
  let store: TestStore;
  const content = () => contentOf(store);

  beforeEach(async () => {
    store = await create(`contract${count++}`);
    await store.writer.open(CHAIN_ID);
  });
  afterEach(() => store.close());

  it('the store has no cursor, no tail and no block while it is empty', async () => {
    expect(await store.writer.cursor()).toBeUndefined();
    expect(await store.writer.tail()).toBeUndefined();
    expect(await store.writer.reversible()).toEqual([]);
    expect(await store.reader.status()).toMatchObject({ head: undefined, actions: 0, chainId: CHAIN_ID });
  });

  it('the store finds proposals by their status and voters that are proxies', async () => {
    await store.writer.append(randomChain(300, 3), 0);
    const page = { skip: 0, limit: 10_000 };
    const { items: proposals } = await store.reader.proposals(page);
    for (const status of ['open', 'executed', 'cancelled'] as const) {
      const expected = proposals.filter((proposal) => proposal.status === status);
      expect(expected).not.toEqual([]);
      expect((await store.reader.proposals({ ...page, status })).items).toEqual(expected);
    }
    const { items: voters } = await store.reader.list(VOTERS, { ...page, producers: [] });
    const proxies = voters.filter(({ isProxy }) => isProxy);
    expect(proxies.length).toBeLessThan(voters.length);
    expect((await store.reader.list(VOTERS, { ...page, producers: [], isProxy: true })).items).toEqual(
      proxies,
    );
  });

  it('the store refuses the id of another chain', async () => {
    await expect(store.writer.open(new Uint8Array(32))).rejects.toThrow(WrongChainError);
    await store.writer.open(CHAIN_ID);
  });

  it('the store refuses a block that leaves a gap, and writes none of the append', async () => {
    await store.writer.append(blocks.slice(0, 5), 0);
    const before = await content();
    await expect(store.writer.append([blocks[6]!], 0)).rejects.toThrow(BlockGapError);
    await expect(store.writer.append([blocks[5]!, blocks[7]!], 0)).rejects.toThrow(BlockGapError);
    const misnumbered: BlockWrites = {
      ...blocks[5]!,
      block: { ...blocks[5]!.block, num: numOf(5) + 1 },
    };
    await expect(store.writer.append([misnumbered], 0)).rejects.toThrow(BlockGapError);
    expect(await content()).toBe(before);
  });

  it('the store refuses a block that follows another one of that number', async () => {
    await store.writer.append(blocks.slice(0, 5), 0);
    const fork: BlockWrites = {
      ...blocks[5]!,
      block: { ...blocks[5]!.block, previousId: new Uint8Array(32).fill(9) },
    };
    await expect(store.writer.append([fork], 0)).rejects.toThrow(BlockGapError);
  });

  it('the store refuses to undo an irreversible block, and undoes those above', async () => {
    await store.writer.append(blocks.slice(0, 10), numOf(5));
    await expect(store.writer.undoTo(numOf(4))).rejects.toThrow(IrreversibleError);
    await store.writer.undoTo(numOf(5));
    expect(await store.writer.cursor()).toMatchObject({ num: numOf(5), irreversibleNum: numOf(5) });
    await store.writer.append(blocks.slice(6), numOf(5));
    expect(await store.writer.reversible()).toHaveLength(blocks.length - 6);
  });

  it('the store never lowers the last irreversible block, and never sets it above the last block', async () => {
    await store.writer.append(blocks.slice(0, 5), numOf(20));
    expect(await store.writer.cursor()).toMatchObject({ irreversibleNum: numOf(4) });
    await store.writer.append(blocks.slice(5, 8), numOf(2));
    expect(await store.writer.cursor()).toMatchObject({ irreversibleNum: numOf(4) });
  });

  it('the store prunes blocks and keeps the state and the last irreversible block', async () => {
    await store.writer.append(blocks, numOf(20));
    const state = async () =>
      answerText(await store.reader.list(VOTERS, { producers: [], skip: 0, limit: 100 }));
    const before = await state();
    await store.writer.prune(numOf(25));
    expect(await store.reader.status()).toMatchObject({ firstBlockNum: numOf(20), isPruned: true });
    expect(await store.reader.block(numOf(19))).toBeUndefined();
    const kept = blocks.slice(20).reduce((sum, { actions }) => sum + actions.length, 0);
    const found = await store.reader.actions(everything);
    expect([found.items.length, found.total.value]).toEqual([kept, kept]);
    expect(await state()).toBe(before);
  });

  /** A block without its state, and that in two parts. */
  function partsOf(writes: BlockWrites): { rest: BlockWrites; parts: readonly [BlockWrites, BlockWrites] } {
    const state = { tokens: [], permissions: [], links: [], voters: [], abis: [], trades: [], proposals: [] };
    const none = { transactions: [], actions: [], createdAccounts: [], schedules: [], missedBlocks: [] };
    const half = Math.ceil(writes.deltas.length / 2);
    return {
      rest: { ...writes, ...state, deltas: [] },
      parts: [
        { ...writes, ...none, ...state, deltas: writes.deltas.slice(0, half) },
        { ...writes, ...none, deltas: writes.deltas.slice(half) },
      ],
    };
  }

  const loadOf = (id: Uint8Array, parts: number, deltas: number) => ({
    ...{ num: numOf(0), id, parts, rows: 2 * deltas, deltas },
    ...{ digest: new Uint8Array(32).fill(parts), remainingRows: 5, remainingSeconds: 3 },
  });

  it('a state that is loaded in parts is that of its block, as if the block had brought it', async () => {
    await store.writer.append(blocks.slice(0, 5), numOf(0));
    const expected = await content();
    await store.close();
    store = await create(`contract${String(count++)}`);
    await store.writer.open(CHAIN_ID);
    const { rest, parts } = partsOf(blocks[0]!);
    const { length } = blocks[0]!.deltas;
    expect(length).toBeGreaterThan(1);
    expect(await store.writer.canLoad()).toBe(true);
    await store.writer.loadPart(parts[0], loadOf(blocks[0]!.block.id, 1, parts[0].deltas.length));
    const second = loadOf(blocks[0]!.block.id, 2, length);
    await store.writer.loadPart(parts[1], second);
    expect(await store.writer.loading()).toEqual(second);
    expect(await store.reader.status()).toMatchObject({
      head: undefined,
      loading: { blockNum: numOf(0), rows: 2 * length, remainingRows: 5, remainingSeconds: 3 },
    });
    await store.writer.append([{ ...rest, loadedDigest: second.digest }, ...blocks.slice(1, 5)], 0);
    expect(await content()).toBe(expected);
    expect(await store.writer.loading()).toBeUndefined();
    expect(await store.writer.canLoad()).toBe(false);
  });

  it('a store that begins with another block than the one whose state was loaded has nothing of it', async () => {
    await store.writer.append(blocks.slice(0, 5), numOf(0));
    const expected = await content();
    await store.close();
    store = await create(`contract${String(count++)}`);
    await store.writer.open(CHAIN_ID);
    const { parts } = partsOf(blocks[0]!);
    await store.writer.loadPart(parts[0], loadOf(new Uint8Array(32), 1, parts[0].deltas.length));
    await store.writer.append(blocks.slice(0, 5), numOf(0));
    expect(await content()).toBe(expected);
    expect(await store.writer.loading()).toBeUndefined();
  });

  it('a first block that brings its own rows has them alone, whatever was loaded of it', async () => {
    await store.writer.append(blocks.slice(0, 5), numOf(0));
    const expected = await content();
    for (const own of [blocks[0]!, { ...blocks[0]!, loadedDigest: new Uint8Array(32).fill(9) }]) {
      await store.close();
      store = await create(`contract${String(count++)}`);
      await store.writer.open(CHAIN_ID);
      const { parts } = partsOf(blocks[0]!);
      await store.writer.loadPart(parts[0], loadOf(blocks[0]!.block.id, 1, parts[0].deltas.length));
      await store.writer.append([own, ...blocks.slice(1, 5)], numOf(0));
      expect(await content()).toBe(expected);
      expect(await store.writer.loading()).toBeUndefined();
    }
  });

  it('a part of a state is refused behind a block, and where it does not follow the one before', async () => {
    const { parts } = partsOf(blocks[0]!);
    const { id } = blocks[0]!.block;
    const load = (part: number, of = id) =>
      store.writer.loadPart(parts[0], loadOf(of, part, parts[0].deltas.length));
    await expect(load(2)).rejects.toThrow('part 2 of the state');
    await load(1);
    await expect(load(3)).rejects.toThrow('does not follow part 1');
    await expect(load(2, new Uint8Array(32))).rejects.toThrow('does not follow part 1');
    await store.writer.dropLoad();
    await store.writer.append(blocks.slice(0, 2), numOf(0));
    const before = await content();
    await expect(load(1)).rejects.toThrow('comes to a store that has, or had, blocks');
    expect(await content()).toBe(before);
  });

  it('the store is empty after a reset, and takes another beginning of the same chain', async () => {
    await store.writer.append(blocks, numOf(29));
    await store.writer.reset();
    expect(await store.writer.cursor()).toBeUndefined();
    expect((await store.reader.actions(everything)).items).toEqual([]);
    await store.writer.append(blocks.slice(3, 6), 0);
    expect(await store.writer.cursor()).toMatchObject({ num: numOf(5) });
  });

  it('the store shows a reader either none or all blocks of an append', async () => {
    const lengths = new Set<number>();
    const appending = store.writer.append(blocks, 0);
    for (let turn = 0; turn < 20; turn++) {
      const { total } = await store.reader.actions({ ...everything, limit: 1 });
      lengths.add(total.value);
    }
    await appending;
    lengths.add((await store.reader.actions({ ...everything, limit: 1 })).total.value);
    const all = blocks.reduce((sum, { actions }) => sum + actions.length, 0);
    for (const length of lengths) expect([0, all]).toContain(length);
  });
});

describe('stores in a SQL database', () => {
  it('a store in a SQL database has the same content after it was closed and opened again', async () => {
    for (const [kind, create] of kinds.slice(1)) {
      const store = await create(`reopened_${kind.toLowerCase()}`);
      await store.writer.open(CHAIN_ID);
      await store.writer.append(blocks, numOf(20));
      const before = await contentOf(store);
      await store.reopen();
      await store.writer.open(CHAIN_ID);
      expect(await contentOf(store)).toBe(before);
      await store.close();
    }
  });

  it('a store in a SQL database writes nothing of an append that fails halfway, and continues afterwards', async () => {
    for (const [kind, create] of kinds.slice(1)) {
      const store = await create(`halfway_${kind.toLowerCase()}`);
      await store.writer.open(CHAIN_ID);
      await store.writer.append(blocks.slice(0, 3), 0);
      const at = blocks.findIndex((writes, index) => index > 3 && writes.actions.length > 0);
      const actions = blocks[at]!.actions.map((action) => ({ ...action, transaction: 1_000 }));
      const broken: BlockWrites = { ...blocks[at]!, actions };
      await expect(store.writer.append([...blocks.slice(3, at), broken], 0)).rejects.toThrow(RangeError);
      expect(await store.writer.cursor()).toMatchObject({ num: numOf(2) });
      await store.writer.append(blocks.slice(3), 0);
      expect(await store.writer.cursor()).toMatchObject({ num: numOf(29) });
      await store.close();
    }
  });

  it('the store refuses a search that would look at too many rows, and answers it with an indexed member', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'history-broad-'));
    const file = path.join(folder, 'broad.db');
    const store = await sqliteStore(file);
    await store.writer.open(CHAIN_ID);
    await store.writer.append(randomChain(400, 5), 0);
    const database = new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 2 });
    const limited = new SqlHistoryReader(database, { limits: { maxRows: 300, maxDecodedRows: 300 } });
    const conditions = { producer: PRODUCERS[0]!, actionOrdinal: 1, cpuUsageUs: 100, netUsageWords: 777 };
    await expect(limited.actions({ ...everything, conditions })).rejects.toMatchObject({
      name: 'BroadQueryError',
      narrowBy: ['account', 'filter', 'a range of blocks (after, before, block_num)'],
    });
    const whole = { fromBlock: 1 };
    await expect(limited.actions({ ...everything, range: whole, conditions })).rejects.toMatchObject({
      narrowBy: ['account', 'filter', 'a smaller range of blocks (after, before, block_num)'],
    });
    await expect(limited.deltas({ ...everything, present: true, range: whole })).rejects.toMatchObject({
      narrowBy: ['code and table', 'payer', 'a smaller range of blocks (after, before, block_num)'],
    });
    const range = { fromBlock: 10, toBlock: 20 };
    await expect(limited.actions({ ...everything, conditions, range })).resolves.toMatchObject({ items: [] });
    await limited.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
