import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COLD_TABLES, type ColdTier } from '../../../apps/history/src/store/cold/cold-tier';
import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import {
  type ClickhouseReplica,
  type ClickhouseReplicas,
  startZookeeper,
} from '../../harness/process/clickhouse-replicas';
import { longOr } from '../../harness/long';
import { until } from '../../harness/until';
import { randomChain } from '../store/random-chain';
import { lastMoved, MovingStores, type Tiers } from './moving-stores';
import { historyText, moveAll, tierAt } from './tiered-stores';

const BLOCKS = randomChain(12, 21);
const OLDEST = { order: 'asc', skip: 0, limit: 10, countUpTo: 0 } as const;
/** A cut at each request takes minutes: the short form takes some of them. */
const CUT_STEP = longOr(1, 23);

jest.setTimeout(longOr(60 * 60 * 1000, 600_000));

describe('a cold tier with replicas on ClickHouse servers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'replicas-'));
  const stores = new MovingStores(folder);
  let servers: ClickhouseReplicas;
  let [a, b]: ClickhouseReplica[] = [];
  let wanted: string;
  let count = 0;

  beforeAll(async () => {
    servers = await startZookeeper();
    a = await servers.add('a');
    b = await servers.add('b');
    wanted = await historyText((await stores.fill(BLOCKS, await urlOf([a]))).reader);
  });
  afterEach(() => stores.close());
  afterAll(async () => {
    await servers.stop();
    rmSync(folder, { recursive: true });
  });

  /** URL of replicas with a new database. */
  async function urlOf(replicas: readonly (ClickhouseReplica | undefined)[]): Promise<string> {
    const name = `history_${count++}`;
    for (const replica of replicas) await replica!.run(`CREATE DATABASE ${name}`);
    return replicas.map((replica) => replica!.url(name)).join('|');
  }

  const filled = async (): Promise<Tiers> => stores.fill(BLOCKS, await urlOf([a, b]));
  const databaseOf = ({ url }: Tiers): string => url.split('/').at(-1)!;
  /** The cold tier of the same store at other replicas. */
  const tierOf = (tiers: Tiers, replicas: readonly ClickhouseReplica[]): ColdTier => {
    const name = databaseOf(tiers);
    const [first, ...others] = replicas.map((replica) => replica.url(name));
    return tierAt([`${first}?keeper_path=/clickhouse/tables/{shard}/${name}`, ...others].join('|'));
  };
  const readerOf = (tiers: Tiers, replicas: readonly ClickhouseReplica[]): SqlHistoryReader =>
    new SqlHistoryReader(new TieredDatabase(tiers.database, tierOf(tiers, replicas)));
  const rowsAt = (tiers: Tiers, replica: ClickhouseReplica): Promise<string[]> =>
    Promise.all(COLD_TABLES.map((table) => replica.run(`SELECT count(*) FROM ${table}`, databaseOf(tiers))));

  it('each replica alone has all moved rows, and answers as the store did', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    expect(await historyText(tiers.reader)).toBe(wanted);
    for (const replica of [a!, b!]) expect(await historyText(readerOf(tiers, [replica]))).toBe(wanted);
    expect(await rowsAt(tiers, b!)).toEqual(await rowsAt(tiers, a!));
    expect(Number((await rowsAt(tiers, a!))[0])).toBeGreaterThan(0);
  });

  it('a replica that is away is not asked, and moves wait for it', async () => {
    const tiers = await filled();
    const mover = tiers.mover();
    // A part of the ranges.
    for (let steps = 0; steps < 3; steps++) await mover.step();
    const first = await historyText(tiers.reader);
    expect(first).toBe(wanted);
    await a!.kill();
    expect(await historyText(tiers.reader)).toBe(wanted);
    await expect(moveAll(mover)).rejects.toThrow(StoreUnavailableError);
    await a!.resume();
    await b!.kill();
    expect(await historyText(tiers.reader)).toBe(wanted);
    await expect(moveAll(mover)).rejects.toThrow(StoreUnavailableError);
    expect(await historyText(tiers.reader)).toBe(wanted);
    await b!.resume();
    await until(async () => (await a!.run('SELECT min(active_replicas) FROM system.replicas')) === '2');
    await moveAll(mover);
    expect(await historyText(readerOf(tiers, [b!]))).toBe(wanted);
  });

  it('a new replica is believed when it has all rows, and not before', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const [name, owner] = [databaseOf(tiers), await tiers.tier.owner()];
    const c = await servers.add('c');
    await c.run(`CREATE DATABASE ${name}`);
    const alone = readerOf(tiers, [c]);
    // It has no tables; then it has tables, and no server to fetch their rows from.
    await expect(alone.actions(OLDEST)).rejects.toThrow(StoreUnavailableError);
    await Promise.all([a!.kill(), b!.kill()]);
    await tierOf(tiers, [c]).prepare();
    expect(Number((await rowsAt(tiers, c))[0])).toBe(0);
    await expect(alone.actions(OLDEST)).rejects.toThrow('does not hold the older actions');
    await tierOf(tiers, [c]).claim(owner!);
    for (const ask of [() => alone.actions(OLDEST), () => alone.transaction(new Uint8Array(32))])
      await expect(ask()).rejects.toThrow('has not got all rows');
    await Promise.all([a!.resume(), b!.resume()]);
    expect(await historyText(readerOf(tiers, [c, a!]))).toBe(wanted);
    await until(async () => Number((await rowsAt(tiers, c)).at(-1)) > 0);
    await until(async () => (await historyText(alone).catch(() => '')) === wanted);
    expect(await rowsAt(tiers, c)).toEqual(await rowsAt(tiers, a!));
  });

  it('a range that one replica has not got, or has still, is not there', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const { first } = await lastMoved(tiers);
    const table = `${databaseOf(tiers)}.action`;
    const sums = await tiers.tier.sums(['action'], first);
    await b!.run(`SYSTEM STOP REPLICATION QUEUES ${table}`);
    await a!.run(`ALTER TABLE ${table} DROP PARTITION ${first}`);
    const changed = (await tierOf(tiers, [a!]).sums(['action'], first)).get('action')!;
    expect(changed.count).toBe(0);
    expect(await tiers.tier.sums(['action'], first)).toEqual(sums);
    expect(await tierOf(tiers, [b!, a!]).sums(['action'], first)).toEqual(new Map([['action', changed]]));
    const least = await tiers.tier.entries(['action']);
    expect(least.get(first)).toBe(0);
    await b!.run(`SYSTEM START REPLICATION QUEUES ${table}`);
    await tiers.tier.removeFrom(['action'], 0, first);
    for (const replica of [a!, b!]) expect((await rowsAt(tiers, replica))[0]).toBe('0');
  });

  it('a replica that missed how a store was emptied and filled again answers none of its earlier rows', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    await b!.kill();
    await tiers.writer.reset();
    const others = randomChain(12, 22);
    await tiers.writer.append(others, others.at(-1)!.block.num);
    const again = await historyText(tiers.reader);
    await expect(moveAll(tiers.mover())).rejects.toThrow(StoreUnavailableError);
    expect(await historyText(tiers.reader)).toBe(again);
    await b!.resume();
    await moveAll(tiers.mover());
    for (const replica of [a!, b!]) expect(await historyText(readerOf(tiers, [replica]))).toBe(again);
  });

  it('replicas that another store has claimed are refused, and left as they are', async () => {
    const first = await filled();
    await moveAll(first.mover());
    const before = await rowsAt(first, b!);
    const second = await stores.fill(BLOCKS, first.url);
    await expect(second.mover().step()).rejects.toThrow('has the actions of another store');
    expect(await rowsAt(first, b!)).toEqual(before);
  });

  it.each([false, true])(
    'a connection that ends at any statement of a move, done: %s, loses and doubles nothing',
    async (isDone) => {
      const done = await filled();
      await moveAll(done.mover());
      const complete = await rowsAt(done, a!);
      let cuts = 0;
      for (let hasEnded = false; !hasEnded; cuts += CUT_STEP) {
        const tiers = await filled();
        a!.connections.cutAt(cuts, isDone);
        const outcome = await moveAll(tiers.mover()).catch((error: unknown) => error);
        a!.connections.cutAt(Infinity, isDone);
        hasEnded = typeof outcome === 'number';
        if (!hasEnded) expect(outcome).toBeInstanceOf(StoreUnavailableError);
        expect(await historyText(tiers.reader)).toBe(wanted);
        await moveAll(tiers.mover());
        for (const replica of [a!, b!]) expect(await rowsAt(tiers, replica)).toEqual(complete);
        expect(await historyText(tiers.reader)).toBe(wanted);
      }
      expect(cuts).toBeGreaterThan(20);
    },
  );

  it('a wrong password is an error of the server, and no empty answer', async () => {
    const tiers = await filled();
    await moveAll(tiers.mover());
    const wrong = tiers.url.replaceAll(':p%40ss%20word@', ':other@');
    const reader = new SqlHistoryReader(new TieredDatabase(tiers.database, tierAt(wrong)));
    await expect(reader.actions(OLDEST)).rejects.toThrow('refused a statement');
  });
});
