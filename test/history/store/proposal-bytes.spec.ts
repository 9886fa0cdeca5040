import type { BlockWrites, ProposalEvent } from '../../../apps/history/src/derive/block-writes';
import { BroadQueryError, LargePageError } from '../../../apps/history/src/store/errors';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import type { ProposalPlace, ProposalQuery } from '../../../apps/history/src/store/queries';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { ReadBytes } from './read-bytes';
import { type TestStore, useStores } from './stores';

const MIB = 1024 * 1024;
const PAGE = { skip: 0, limit: 100 } as const;
/** Two of them are a page. */
const TRANSACTION = new Uint8Array(MIB / 2 - 200);
const LEVEL = { actor: name('victim'), permission: name('active') };
/** Of half a megabyte. */
const LEVELS = Array.from({ length: 25_000 }, () => LEVEL);
const OF_HISTORY = 5;
/** Known from a first state: their sequence is 0. */
const OF_STATE = 4;
const LARGE = OF_HISTORY + OF_STATE;

const proposal = (index: number, more: Partial<ProposalEvent> = {}): ProposalEvent =>
  ({
    ...{ kind: 'proposed', proposer: name('mallory'), name: name(`large${'abcdefghij'[index] ?? 'z'}`) },
    ...{ globalSequence: BigInt(1_000 + index), transaction: TRANSACTION, requested: [LEVEL] },
    ...more,
  }) as ProposalEvent;

/** Proposals of the first state, and one block for each of the others. */
function largeBlocks(): BlockWrites[] {
  const blocks = new SampleBlocks();
  const ofState = Array.from({ length: OF_STATE }, (_proposal, index) =>
    proposal(OF_HISTORY + index, { globalSequence: 0n }),
  );
  return [
    blocks.next([], { proposals: ofState }),
    ...Array.from({ length: OF_HISTORY }, (_block, index) =>
      blocks.next([], { proposals: [proposal(index)] }),
    ),
  ];
}

/** Names of all pages, each by the end of the one before. */
async function pagesOf(reader: HistoryReader, query: Partial<ProposalQuery>): Promise<bigint[][]> {
  const pages: bigint[][] = [];
  let behind: ProposalPlace | undefined;
  for (;;) {
    const {
      items,
      total,
      isCut = false,
    } = await reader.proposals({
      ...{ ...PAGE, ...query, mayBeShort: true },
      ...(behind && { behind }),
    });
    expect(total).toEqual({ value: LARGE, relation: 'eq' });
    expect(items.every(({ transaction }) => transaction.length === TRANSACTION.length)).toBe(true);
    pages.push(items.map(({ name }) => name));
    behind = items.at(-1);
    if (!isCut || behind === undefined) return pages;
  }
}

const named = (...letters: string[]): bigint[] => letters.map((letter) => name(`large${letter}`));
const QUERIES: [kind: string, query: Partial<ProposalQuery>][] = [
  ['all', {}],
  ['those of a proposer', { proposer: name('mallory') }],
  ['those of an actor', { accounts: [name('victim')] }],
  ['those that wait for an approval', { requested: { actor: name('victim') } }],
];

describe.each(useStores())('large proposals in %s', (_kind, create) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await create('proposal_bytes');
    await store.writer.open(CHAIN_ID);
    await store.writer.append(largeBlocks(), 0);
  });
  afterAll(() => store.close());

  it.each(QUERIES)('pages of %s end at 1 MiB, and have all proposals together', async (_what, query) => {
    expect(await pagesOf(store.reader, query)).toEqual([
      named('e', 'd'),
      named('c', 'b'),
      named('a', 'f'),
      named('g', 'h'),
      named('i'),
    ]);
  });

  it.each(QUERIES)(
    'a page of %s that may not be short is refused with the limit that fits',
    async (_, query) => {
      const read = (limit: number) => store.reader.proposals({ ...PAGE, ...query, skip: 1, limit });
      await expect(read(100)).rejects.toThrow(new LargePageError(2));
      expect((await read(2)).items.map((each) => each.name)).toEqual(named('d', 'c'));
    },
  );
});

test.each(useStores())('a proposal without bytes has no expiration in %s', async (_kind, create) => {
  const store = await create('empty_proposal');
  const empty = proposal(0, { transaction: new Uint8Array() });
  try {
    await store.writer.open(CHAIN_ID);
    await store.writer.append([new SampleBlocks().next([], { proposals: [empty] })], 0);
    const found = (isWanted: boolean) =>
      store.reader.proposals({ ...PAGE, expired: { atMs: 1, isWanted } }).then(({ items }) => items.length);
    expect([await found(true), await found(false)]).toEqual([0, 0]);
  } finally {
    await store.close();
  }
});

describe('bytes of proposals that are read', () => {
  const [[, fileOf]] = useStoreLocations();

  it('a block of approvals reads no transaction, keeps none for its undo, and both leave them as they are', async () => {
    const blocks = new SampleBlocks();
    const names = Array.from({ length: LARGE }, (_proposal, index) => proposal(index));
    const created = [blocks.next([], { proposals: names })];
    const { database, reader, writer, close } = await counted('approved', created);
    const found = async () =>
      (await reader.proposals({ ...PAGE, limit: 2 })).items.map(({ transaction, provided }) => [
        transaction.length,
        provided.length,
      ]);
    try {
      const approvals = names.map(({ proposer, name }): ProposalEvent => {
        return { kind: 'approved', proposer, name, level: LEVEL, timeMs: 1 };
      });
      await writer.append([blocks.next([], { proposals: approvals })], 0);
      expect(database.mostOfOne).toBeLessThan(1024);
      expect(await found()).toEqual([
        [TRANSACTION.length, 1],
        [TRANSACTION.length, 1],
      ]);
      database.mostOfOne = 0;
      await writer.undoTo(2);
      // The journal.
      expect(database.mostOfOne).toBeLessThan(10 * 1024);
      expect(await found()).toEqual([
        [TRANSACTION.length, 0],
        [TRANSACTION.length, 0],
      ]);
    } finally {
      await close();
    }
  });

  it('a block of many approvals of one proposal keeps its lists once for the undo, and leaves the last ones', async () => {
    const blocks = new SampleBlocks();
    const requested = LEVELS.map((level, index) => ({ ...level, actor: level.actor + BigInt(index) }));
    const large = proposal(0, { requested });
    const { database, reader, writer, close } = await counted('one', [
      blocks.next([], { proposals: [large] }),
    ]);
    const provided = async () =>
      (await reader.proposals({ ...PAGE, limit: 1 })).items.flatMap((each) => each.provided);
    const step = (kind: 'approved' | 'unapproved', index: number): ProposalEvent => {
      const { proposer, name } = large;
      return { ...{ kind, proposer, name, timeMs: index }, level: requested[index] ?? LEVEL };
    };
    try {
      const steps = [step('approved', 7), step('approved', 8), step('unapproved', 7), step('approved', 9)];
      await writer.append([blocks.next([], { proposals: [...steps, ...steps] })], 0);
      expect(await provided()).toEqual([8, 9].map((index) => ({ ...requested[index], timeMs: index })));
      database.mostOfOne = 0;
      await writer.undoTo(2);
      expect(database.mostOfOne).toBeLessThan(0.6 * MIB);
      expect(await provided()).toEqual([]);
    } finally {
      await close();
    }
  });

  it('a search by the expiration reads 15 MiB of transactions', async () => {
    const blocks = new SampleBlocks();
    const hostile = Array.from({ length: 40 }, (_proposal, index) =>
      proposal(0, { name: name('hostile') + BigInt(index) * 16n, globalSequence: BigInt(2_000 + index) }),
    );
    const store = await counted('expired', [blocks.next([], { proposals: hostile })]);
    try {
      const search = (isWanted: boolean) =>
        store.reader.proposals({ ...PAGE, expired: { atMs: 1, isWanted }, mayBeShort: true, limit: 1 });
      await expect(search(false)).rejects.toThrow(BroadQueryError);
      expect(await search(true)).toMatchObject({ total: { value: 30, relation: 'gte' } });
    } finally {
      await store.close();
    }
  });

  async function counted(file: string, blocks: readonly BlockWrites[]) {
    const database = new ReadBytes(
      new SqliteDatabase(await fileOf(file), { isReadOnly: false, cacheMiB: 2 }),
    );
    const writer = new SqlHistoryWriter(database);
    await writer.open(CHAIN_ID);
    await writer.append(blocks, 0);
    database.mostOfOne = 0;
    const reader = new SqlHistoryReader(database, { limits: { maxMs: Infinity } });
    return { database, reader, writer, close: () => writer.close() };
  }

  it.each(QUERIES)('a page of %s reads the bytes of its proposals alone', async (what, query) => {
    const store = await counted(`proposals-${what.replaceAll(' ', '-')}`, largeBlocks());
    try {
      await store.reader.proposals({ ...PAGE, ...query, mayBeShort: true });
      expect(store.database.mostOfOne).toBeGreaterThan(MIB / 2);
      expect(store.database.mostOfOne).toBeLessThan(1.1 * MIB);
    } finally {
      await store.close();
    }
  });

  it('a search by approvals reads 1 MiB of them at once, and 15 MiB in all', async () => {
    const blocks = new SampleBlocks();
    const hostile = Array.from({ length: 40 }, (_proposal, index) =>
      proposal(0, {
        ...{ name: name('hostile') + BigInt(index) * 16n, globalSequence: BigInt(2_000 + index) },
        ...{ requested: LEVELS, transaction: new Uint8Array(8) },
      }),
    );
    const store = await counted('approvals', [blocks.next([], { proposals: [proposal(0), ...hostile] })]);
    try {
      const search = { ...PAGE, requested: LEVEL, mayBeShort: true };
      await expect(store.reader.proposals(search)).rejects.toThrow(BroadQueryError);
      expect(store.database.mostOfOne).toBeLessThan(1.1 * MIB);
      const { items, total } = await store.reader.proposals({ ...search, limit: 1 });
      expect(items.map(({ globalSequence }) => globalSequence)).toEqual([2_039n]);
      expect(total.relation).toBe('gte');
      expect(total.value).toBeLessThan(35);
      const found = await store.reader.proposals({ ...search, name: name('largea') });
      expect(found.items.map(({ globalSequence }) => globalSequence)).toEqual([1_000n]);
    } finally {
      await store.close();
    }
  });
});
