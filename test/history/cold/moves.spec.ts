import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { COLD_TABLES, type ColdTier } from '../../../apps/history/src/store/cold/cold-tier';
import { ColdTierError, StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { RowSums } from '../../../apps/history/src/store/cold/row-sums';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import { answerText } from '../../harness/history/query-battery';
import { longOr } from '../../harness/long';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { CrashError } from '../store/crashing-database';
import { randomChain } from '../store/random-chain';
import { hotRowsOf, lastMoved, MovingStores, rowsOf, type Tiers } from './moving-stores';
import { StopError, StoppingTier } from './stopping-tier';
import { historyText, moveAll, SMALL, tierAt } from './tiered-stores';

const BLOCKS = randomChain(12, 21);
/** A stop at each place takes minutes: the short form takes some of them. */
const STOP_STEP = longOr(1, 13);
const IRREVERSIBLE = BLOCKS.at(-1)!.block.num;
const OLDEST = { order: 'asc', skip: 0, limit: 10, countUpTo: 0 } as const;

describe('moving ranges into the cold tier', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'moves-'));
  const stores = new MovingStores(folder);
  let clickhouse: ClickhouseServer;
  let wanted: string;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    wanted = await historyText((await filled()).reader);
  });
  afterEach(() => stores.close());
  afterAll(async () => {
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  /** A store with all blocks, none of which was moved. */
  const filled = (url = clickhouse.createDatabase('moves')): Promise<Tiers> => stores.fill(BLOCKS, url);

  it('a range moves when all its blocks and those that stay behind it are irreversible', async () => {
    const tiers = await filled();
    const before = await hotRowsOf(tiers);
    await moveAll(tiers.mover());
    const [moved, hot] = [await rowsOf(tiers.url), await hotRowsOf(tiers)];
    expect(moved.map((rows, table) => rows + hot[table]!)).toEqual(before);
    const cursor = (await tiers.database.read((session) => session.all('SELECT * FROM cursor')))[0]!;
    const { hotBlocks, rangeBlocks } = SMALL;
    const end = BigInt(Math.floor((IRREVERSIBLE - hotBlocks + 1) / rangeBlocks) * rangeBlocks);
    expect(cursor).toMatchObject({ cold_block: end, cold_trx_block: end, cold_delta_block: end });
    expect(await historyText(tiers.reader)).toBe(wanted);
    expect(await moveAll(tiers.mover())).toBe(0);
  });

  it('a statement for few rows in many ranges has the rows of one for many rows', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const nothing = () => Promise.resolve({ owner: '', ranges: [] });
    const page =
      'SELECT seq FROM (SELECT seq FROM action WHERE seq >= ?) p ORDER BY seq DESC LIMIT ? OFFSET ?';
    const [many, few] = await Promise.all(
      [false, true].map((isRare) => tiers.tier.tuples(page, [0, 5, 2], isRare, nothing)),
    );
    expect(many).toHaveLength(5);
    expect(few).toEqual(many);
  });

  it('a mover that is stopped before or behind any write of the cold tier loses and doubles nothing', async () => {
    const done = await filled();
    await moveAll(done.mover());
    const complete = await rowsOf(done.url);
    let stops = 0;
    for (let hasEnded = false; !hasEnded; stops += STOP_STEP) {
      const tiers = await filled();
      const stopping = new StoppingTier(tiers.tier);
      stopping.stopAt(stops);
      const outcome = await moveAll(tiers.mover(stopping)).catch((error: unknown) => error);
      hasEnded = typeof outcome === 'number';
      if (!hasEnded) expect(outcome).toBeInstanceOf(StopError);
      expect(await historyText(tiers.reader)).toBe(wanted);
      await moveAll(tiers.mover());
      expect(await historyText(tiers.reader)).toBe(wanted);
      expect(await rowsOf(tiers.url)).toEqual(complete);
    }
    // More than the calls of one range.
    expect(stops).toBeGreaterThan(20);
  });

  it('a mover that is stopped before any statement of its store loses and doubles nothing', async () => {
    const done = await filled();
    await moveAll(done.mover());
    const complete = await rowsOf(done.url);
    let stops = 0;
    for (let hasEnded = false; !hasEnded; stops += STOP_STEP) {
      const tiers = await filled();
      tiers.database.crashAfter(stops);
      const outcome = await moveAll(tiers.mover()).catch((error: unknown) => error);
      tiers.database.crashAfter(Infinity);
      hasEnded = typeof outcome === 'number';
      if (!hasEnded) expect(outcome).toBeInstanceOf(CrashError);
      expect(await historyText(tiers.reader)).toBe(wanted);
      await moveAll(tiers.mover());
      expect(await historyText(tiers.reader)).toBe(wanted);
      expect(await rowsOf(tiers.url)).toEqual(complete);
    }
    expect(stops).toBeGreaterThan(15);
  });

  it('a range that arrives with other rows than were sent is not marked', async () => {
    const tiers = await filled();
    const { tier } = tiers;
    const changing: ColdTier = {
      ...new StoppingTier(tier),
      stage: (range, rows) =>
        tier.stage(range, { ...rows, action_account: rows.action_account?.slice(1) ?? [] }),
    };
    await expect(moveAll(tiers.mover(changing))).rejects.toThrow(ColdTierError);
    expect(await historyText(tiers.reader)).toBe(wanted);
    const marked = await tiers.database.read((session) => session.all('SELECT entries FROM cold_range'));
    // The first range has no actions.
    expect(marked).toEqual([{ entries: 0n }]);
  });

  it('a database that has the actions of another store is refused, and left as it is', async () => {
    const first = await filled();
    await moveAll(first.mover());
    const before = await rowsOf(first.url);
    const second = await filled(first.url);
    await expect(second.mover().step()).rejects.toThrow('has the actions of another store');
    expect(await rowsOf(first.url)).toEqual(before);
  });

  it('a store whose moved actions are in no database that it is given refuses to answer and to move', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const other = tierAt(clickhouse.createDatabase('other'));
    await expect(tiers.mover(other).step()).rejects.toThrow('is empty');
    const reader = new SqlHistoryReader(new TieredDatabase(tiers.database, other));
    await expect(reader.actions(OLDEST)).rejects.toThrow(StoreUnavailableError);
  });

  it('a store that a later version migrated is read by no process of this one any more', async () => {
    const tiers = await filled();
    await tiers.database.transaction((session) => session.run('UPDATE cursor SET schema = schema + 1'));
    await expect(tiers.reader.actions(OLDEST)).rejects.toThrow(StoreUnavailableError);
  });

  it('a store that was emptied and filled again replaces its ranges', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    await tiers.writer.reset();
    const others = randomChain(12, 22);
    await tiers.writer.append(others, others.at(-1)!.block.num);
    const whole = await filled();
    await whole.writer.reset();
    await whole.writer.append(others, others.at(-1)!.block.num);
    const unmoved = await historyText(whole.reader);
    const mover = tiers.mover();
    // Ranges of before have sequences below the new border until they are removed.
    do expect(await historyText(tiers.reader)).toBe(unmoved);
    while ((await mover.step()) !== undefined);
  });

  it('newer actions are answered while the cold tier is away, and older ones when it is back', async () => {
    const own = await startClickhouse();
    const tiers = await filled(own.createDatabase('away'));
    await moveAll(tiers.mover());
    await own.kill();
    const whole = await filled();
    const newest = { ...OLDEST, order: 'desc', limit: 1 } as const;
    expect(answerText(await tiers.reader.actions(newest))).toBe(
      answerText(await whole.reader.actions(newest)),
    );
    await expect(tiers.reader.actions(OLDEST)).rejects.toThrow('the ClickHouse database does not answer');
    const hot = BLOCKS.slice(-SMALL.hotBlocks).flatMap(({ transactions }) => transactions);
    const last = hot.find(({ header }) => header?.delaySec === 0)!;
    expect(answerText(await tiers.reader.transaction(last.id))).toBe(
      answerText(await whole.reader.transaction(last.id)),
    );
    // One that the store does not have may be an older one.
    for (const id of [BLOCKS[2]!.transactions[0]!.id, new Uint8Array(32)])
      await expect(tiers.reader.transaction(id)).rejects.toThrow(StoreUnavailableError);
    await own.resume();
    const again = await historyText(tiers.reader);
    await own.kill();
    expect(again).toBe(wanted);
  });

  it('payloads that end in bytes which separate rows arrive as they are', async () => {
    const tier = tierAt(clickhouse.createDatabase('separators'));
    await tier.prepare();
    for (const [seq, end] of [0x0d, 0x0a, 0x09, 0x5c, 0x00].entries()) {
      const action = [[BigInt(seq), 1n, 1, Uint8Array.of(7, end)]];
      await tier.clearStage(['action']);
      await tier.stage(1, { action });
      const sums = new RowSums(['action']);
      sums.add({ action });
      expect(await tier.stagedSums(['action'], 1)).toEqual(sums.sums);
    }
  });

  it.each(COLD_TABLES)(
    'rows of %s that the cold tier has lost are noticed when nothing is to be moved',
    async (table) => {
      const tiers = await filled();
      const mover = tiers.mover();
      await moveAll(mover);
      const http = new ClickhouseHttp(tiers.url);
      const { first } = await lastMoved(tiers);
      await http.run(`ALTER TABLE ${table} DROP PARTITION ${first}`, 10_000);
      await expect(mover.step()).rejects.toThrow(`rows of the blocks ${first} to`);
      await expect(tiers.mover().step()).rejects.toThrow(`rows of the blocks ${first} to`);
    },
  );

  it('actions that the cold tier has lost are left out of no answer', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const { first, last } = await lastMoved(tiers);
    const moved = BLOCKS.filter(({ block }) => block.num >= first && block.num <= last);
    const lost = moved.flatMap(({ transactions, actions }) =>
      actions.map(({ transaction, accounts }) => ({
        id: transactions[transaction]!.id,
        account: accounts[0]!,
      })),
    );
    await new ClickhouseHttp(tiers.url).run(`ALTER TABLE action DROP PARTITION ${first}`, 10_000);
    const wantedError = 'has lost actions that were moved into it';
    await expect(tiers.reader.transaction(lost[0]!.id)).rejects.toThrow(wantedError);
    const { account } = lost[0]!;
    await expect(tiers.reader.actions({ ...OLDEST, limit: 1_000, account })).rejects.toThrow(wantedError);
  });

  it('transactions that the cold tier has lost are left out of no answer', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const { first, last } = await lastMoved(tiers);
    const moved = BLOCKS.filter(({ block }) => block.num >= first && block.num <= last);
    const { block, transactions } = moved.find(({ actions }) => actions.length > 0)!;
    await new ClickhouseHttp(tiers.url).run(`ALTER TABLE trx DROP PARTITION ${first}`, 10_000);
    const wantedError = 'has lost transactions that were moved into it';
    await expect(tiers.reader.transaction(transactions[0]!.id)).rejects.toThrow(wantedError);
    await expect(tiers.reader.blockTransactions(block.num)).rejects.toThrow(wantedError);
    await expect(
      tiers.reader.actions({ ...OLDEST, range: { fromBlock: block.num, toBlock: block.num } }),
    ).rejects.toThrow(wantedError);
  });

  it('a store whose actions were moved by a program that moved no changed rows is migrated, and continues', async () => {
    const tiers = await filled();
    const limits = { hotBlocks: 3, rangeBlocks: 12 };
    // The actions of one range: its transactions and changed rows would be next.
    await tiers.mover(tiers.tier, limits).step();
    const http = new ClickhouseHttp(tiers.url);
    for (const table of COLD_TABLES.filter((each) => each.startsWith('delta')))
      for (const name of [table, `${table}_stage`]) await http.run(`DROP TABLE ${name}`, 10_000);
    await tiers.database.transaction(async (session) => {
      const [cursor] = await session.all('SELECT cold_block, cold_delta_block FROM cursor');
      expect(cursor).toEqual({ cold_block: 12n, cold_delta_block: 0n });
      await session.run('UPDATE cursor SET schema = 11');
      await session.run('ALTER TABLE cursor DROP COLUMN cold_delta_block');
      await session.run('DROP TABLE cold_delta_range');
    });
    expect(await historyText(tiers.reader)).toBe(wanted);
    expect(await tiers.mover(tiers.tier, limits).step()).toBeUndefined();
    tiers.migrate();
    expect(await historyText(tiers.reader)).toBe(wanted);
    const mover = tiers.mover(tiers.tier, limits);
    do expect(await historyText(tiers.reader)).toBe(wanted);
    while ((await mover.step()) !== undefined);
    const [row] = await http.rows('SELECT count(*) FROM delta', 10_000);
    const moved = BLOCKS.filter(({ block }) => block.num < 12);
    expect(Number(row![0])).toBe(moved.reduce((sum, { deltas }) => sum + deltas.length, 0));
  });

  it('two stores that begin to use one database at the same time move nothing', async () => {
    const first = await filled();
    const second = await filled(first.url);
    // Each of them asks before the other one has claimed it.
    const unclaimed = (tier: ColdTier): ColdTier => {
      let asked = 0;
      const owner = () => (asked++ === 0 ? Promise.resolve(undefined) : tier.owner());
      return Object.assign(new StoppingTier(tier), { owner });
    };
    await moveAll(first.mover());
    const before = await rowsOf(first.url);
    await expect(second.mover(unclaimed(second.tier)).step()).rejects.toThrow('several stores');
    await expect(first.mover().step()).rejects.toThrow('several stores');
    expect(await rowsOf(first.url)).toEqual(before);
  });

  it('blocks whose actions were moved are not pruned', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    await expect(tiers.writer.prune(IRREVERSIBLE)).rejects.toThrow('cold tier');
    expect(await historyText(tiers.reader)).toBe(wanted);
  });
});
