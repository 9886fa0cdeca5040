import type { ActionQuery, DeltaQuery } from '../../../apps/history/src/store/queries';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { useStoreLocations } from '../../harness/history/store-locations';
import { largeBlocks } from './large-values';

const PAGE = { order: 'asc', skip: 0, countUpTo: 10_000, mayBeShort: true } as const;
/** Of one search. */
const MAX_MS = 500;

/** As many as `largeBlocks`, all of them in one part. */
const smallBlocks = () =>
  largeBlocks().map(({ actions, deltas, ...writes }) => ({
    ...writes,
    actions: actions.map((action) => ({ ...action, data: new Uint8Array(8) })),
    deltas: deltas.map((delta) => ({ ...delta, value: new Uint8Array(8) })),
  }));

describe.each([
  // Two rows are a part of the bytes of a page: the time is used up behind the second part.
  { values: 'large values', blocksOf: largeBlocks, msOfRow: 150, looks: 4 },
  // All rows are one part: it is given up at twice the time.
  { values: 'values that take long by an ABI of their own', blocksOf: smallBlocks, msOfRow: 300, looks: 4 },
])('searches that decode $values', ({ blocksOf, msOfRow, looks }) => {
  const [[, fileOf]] = useStoreLocations();
  let reader: SqlHistoryReader;
  let nowMs = 0;
  let lookedAt: number;

  beforeAll(async () => {
    const file = await fileOf(`searches-of-${blocksOf.name}`);
    const writer = openSqliteWriter(file, 8);
    await writer.open(CHAIN_ID);
    await writer.append(blocksOf(), 0);
    await writer.close();
    reader = new SqlHistoryReader(new SqliteReaders(file, 2), {
      limits: { maxMs: MAX_MS },
      monotonicMs: () => nowMs,
    });
  });
  afterAll(() => reader.close());
  beforeEach(() => {
    lookedAt = 0;
  });

  const look = (isFound: boolean): boolean => {
    lookedAt += 1;
    nowMs += msOfRow;
    return isFound;
  };
  const actions = (query: Pick<ActionQuery, 'limit'>, isFound: boolean) =>
    reader.actions({ ...PAGE, ...query, isWanted: () => Promise.resolve(look(isFound)) });
  const deltas = (query: Pick<DeltaQuery, 'limit'>, isFound: boolean) =>
    reader.deltas({ ...PAGE, ...query, isWanted: () => look(isFound) });

  describe.each([
    ['actions', actions],
    ['rows', deltas],
  ])('of %s', (_kind, search) => {
    it('a full page is answered when the time is used up within a window', async () => {
      const { items, total } = await search({ limit: 2 }, true);
      expect(items).toHaveLength(2);
      expect(total).toEqual({ value: looks, relation: 'gte' });
      expect(lookedAt).toBe(looks);
    });

    it.each([
      ['a page that is not full', true],
      ['a page without an entry', false],
    ])('%s is refused there', async (_page, isFound) => {
      await expect(search({ limit: 6 }, isFound)).rejects.toThrow('too many rows to look at');
      expect(lookedAt).toBe(looks);
    });
  });
});
