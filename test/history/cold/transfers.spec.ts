import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatAsset } from '@app/antelope';
import { TransferMaker } from '../../../apps/history/src/cold-sql/transfer-maker';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { openTransferTier } from '../../../apps/history/src/store/cold/open-cold-tier';
import type { TransferTier } from '../../../apps/history/src/store/cold/transfer-tier';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryWriter } from '../../../apps/history/src/store/port';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { SMALL } from './tiered-stores';
import { transferChain, type WantedTransfer } from './transfer-chain';

const { blocks: BLOCKS, wanted: WANTED } = transferChain(40, 41);
const MS = 60_000;

class StopError extends Error {}

/** A tier whose calls that write end the maker, each of them once before and once behind its work. */
function stoppedAt(tier: TransferTier, stop: number): TransferTier {
  let stopsLeft = stop;
  const require = (): void => {
    if (stopsLeft-- <= 0) throw new StopError('the maker was stopped');
  };
  const stopping =
    <Args extends unknown[]>(call: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      require();
      await call(...args);
      require();
    };
  return {
    prepare: stopping(() => tier.prepare()),
    ranges: () => tier.ranges(),
    keepOnly: stopping((firsts) => tier.keepOnly(firsts)),
    clearStage: stopping(() => tier.clearStage()),
    stage: stopping((first, rows) => tier.stage(first, rows)),
    replace: stopping((range, staged) => tier.replace(range, staged)),
    close: () => tier.close(),
  };
}

describe('decoded transfers of a cold tier', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'transfers-'));
  const opened: { close(): Promise<void> }[] = [];
  const kept: { close(): Promise<void> }[] = [];
  let clickhouse: ClickhouseServer;
  let count = 0;

  /** One that no spec changes. */
  let made: Moved;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    made = await moved();
    await makeAll(await makerOf(made));
    kept.push(...opened.splice(0));
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  afterAll(async () => {
    for (const each of kept) await each.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  interface Moved {
    readonly url: string;
    readonly file: string;
    readonly writer: HistoryWriter;
    /** The first block whose actions stay in the store. */
    readonly firstHot: number;
  }

  /** A store whose closed ranges were moved. */
  async function moved(blocks = BLOCKS): Promise<Moved> {
    const file = path.join(folder, `${count++}.db`);
    const url = clickhouse.createDatabase('transfers');
    const writer = await openHistoryWriter(file, {}, { cold: { ...SMALL, url } });
    opened.push(writer);
    await writer.open(CHAIN_ID);
    await writer.append(blocks, blocks.at(-1)!.block.num);
    return { url, file, writer, firstHot: await moveAll(writer) };
  }

  async function moveAll(writer: HistoryWriter): Promise<number> {
    let firstHot = 0;
    for (;;) {
      const progress = await writer.coldMoves!.step();
      if (progress === undefined) return firstHot;
      firstHot = progress.firstHotBlock;
    }
  }

  async function makerOf(
    { url, file }: Pick<Moved, 'url' | 'file'>,
    tier: TransferTier = openTransferTier(url),
  ): Promise<TransferMaker> {
    const maker = new TransferMaker(await openHistoryReader(file, {}, url), tier);
    opened.push(maker);
    return maker;
  }

  async function makeAll(maker: TransferMaker): Promise<number> {
    let made = 0;
    for (;;) {
      const range = await maker.step();
      if (range === undefined) return made;
      made++;
    }
  }

  /** All rows, as texts. */
  async function rowsOf(url: string, sql: string): Promise<string[][]> {
    const rows = await new ClickhouseHttp(url).rows(sql, MS);
    return rows.map((row) =>
      row.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      ),
    );
  }

  const TRANSFERS =
    'SELECT block, global_sequence, contract, from_account, to_account, toString(amount), precision, symbol, memo FROM transfer ORDER BY global_sequence';
  const shown = ({
    block,
    globalSequence,
    contract,
    from,
    to,
    units,
    precision,
    symbol,
    memo,
  }: WantedTransfer) =>
    [block, globalSequence, contract, from, to, units, precision, symbol, memo.toString('latin1')].map(
      String,
    );

  it('transfers of moved ranges are those that the ABI of their time shows, with the amounts of their bytes', async () => {
    const wanted = WANTED.filter(({ block }) => block < made.firstHot);
    // Contracts of all kinds have some, and the border leaves some behind.
    expect(new Set(wanted.map(({ contract }) => contract)).size).toBe(4);
    expect(wanted.length).toBeLessThan(WANTED.length);
    expect(await rowsOf(made.url, TRANSFERS)).toEqual(wanted.map(shown));
  });

  it('sums by SQL are exact beyond 64 bits, and the text of an amount is that of a node', async () => {
    const tokens = new Map<string, bigint>();
    const texts: string[][] = [];
    for (const each of WANTED.filter(({ block }) => block < made.firstHot)) {
      const token = `${each.contract} ${each.precision},${each.symbol}`;
      tokens.set(token, (tokens.get(token) ?? 0n) + each.units);
      texts.push([formatAsset({ units: each.units, precision: each.precision, symbol: each.symbol })]);
    }
    expect([...tokens.values()].some((sum) => sum > 2n ** 63n)).toBe(true);
    const sums = await rowsOf(
      made.url,
      `SELECT concat(contract, ' ', toString(precision), ',', symbol) AS token, toString(sum(amount)) FROM transfer GROUP BY token`,
    );
    expect(new Map(sums.map(([token = '', sum = '0']) => [token, BigInt(sum)]))).toEqual(tokens);
    expect(await rowsOf(made.url, 'SELECT quantity FROM transfer ORDER BY global_sequence')).toEqual(texts);
  });

  it('a row has the time of its block and the id of its transaction', async () => {
    const rows = await rowsOf(
      made.url,
      'SELECT global_sequence, toString(time), transaction_id FROM transfer ORDER BY global_sequence',
    );
    const wanted = BLOCKS.flatMap(({ block, actions, transactions }) =>
      actions.map(({ globalSequence, transaction }) => [
        String(globalSequence),
        new Date(block.timeMs).toISOString().replace('T', ' ').replace('Z', ''),
        Buffer.from(transactions[transaction]!.id).toString('hex'),
      ]),
    );
    const bySequence = new Map(wanted.map((row) => [row[0], row]));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).toEqual(rows.map(([sequence]) => bySequence.get(sequence)));
  });

  it('each moved range is marked with its blocks and the number of its transfers, also one without any', async () => {
    const marks = await rowsOf(made.url, 'SELECT first, last, transfers FROM transfer_range ORDER BY first');
    expect(Number(marks.at(-1)![1])).toBe(made.firstHot - 1);
    const wanted = WANTED.filter(({ block }) => block < made.firstHot);
    expect(marks.map(([first, last, transfers]) => [first, last, Number(transfers)])).toEqual(
      marks.map(([first, last]) => [
        first,
        last,
        wanted.filter(({ block }) => block >= Number(first) && block <= Number(last)).length,
      ]),
    );
    expect(marks.some(([, , transfers]) => transfers === '0')).toBe(true);
  });

  it('a maker that is stopped before or behind any write loses and doubles no transfer', async () => {
    const store = await moved(BLOCKS.slice(0, 16));
    let stops = 0;
    for (let hasEnded = false; !hasEnded; stops++) {
      const maker = await makerOf(store, stoppedAt(openTransferTier(store.url), stops));
      const outcome = await makeAll(maker).catch((error: unknown) => error);
      hasEnded = outcome === 0;
      if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(StopError);
      // A range that is marked has all its transfers.
      if (stops > 0)
        expect(
          await rowsOf(
            store.url,
            'SELECT count() FROM transfer WHERE range IN (SELECT range FROM transfer_range)',
          ),
        ).toEqual(await rowsOf(store.url, 'SELECT sum(transfers) FROM transfer_range'));
    }
    expect(stops).toBeGreaterThan(6);
    const wanted = WANTED.filter(({ block }) => block < store.firstHot);
    expect(await rowsOf(store.url, TRANSFERS)).toEqual(wanted.map(shown));
  });

  it('transfers that were lost, and those of a store that was emptied and filled again, are made anew', async () => {
    const store = await moved();
    await makeAll(await makerOf(store));
    const http = new ClickhouseHttp(store.url);
    const [[first] = []] = await rowsOf(
      store.url,
      'SELECT min(first) FROM transfer_range WHERE transfers > 0',
    );
    await http.run(`ALTER TABLE transfer DROP PARTITION ${first}`, MS);
    expect(await makeAll(await makerOf(store))).toBe(1);
    expect(await rowsOf(store.url, TRANSFERS)).toEqual(
      WANTED.filter(({ block }) => block < store.firstHot).map(shown),
    );
    const other = transferChain(30, 42);
    const maker = await makerOf(store);
    expect(await maker.step()).toBeUndefined();
    await store.writer.reset();
    expect(await maker.step()).toBeUndefined();
    expect(await rowsOf(store.url, 'SELECT first FROM transfer_range')).toEqual([]);
    expect(await rowsOf(store.url, TRANSFERS)).toEqual([]);
    await store.writer.append(other.blocks, other.blocks.at(-1)!.block.num);
    const firstHot = await moveAll(store.writer);
    await makeAll(maker);
    expect(await rowsOf(store.url, TRANSFERS)).toEqual(
      other.wanted.filter(({ block }) => block < firstHot).map(shown),
    );
  });

  it('transfers of a store that was emptied while no maker ran are removed, and made again later', async () => {
    const store = await moved(BLOCKS.slice(0, 16));
    expect(await makeAll(await makerOf(store))).toBeGreaterThan(0);
    await store.writer.reset();
    const maker = await makerOf(store);
    expect(await maker.step()).toBeUndefined();
    expect(await rowsOf(store.url, 'SELECT first FROM transfer_range')).toEqual([]);
    expect(await rowsOf(store.url, TRANSFERS)).toEqual([]);
    await store.writer.append(BLOCKS, BLOCKS.at(-1)!.block.num);
    const firstHot = await moveAll(store.writer);
    await makeAll(maker);
    expect(await rowsOf(store.url, TRANSFERS)).toEqual(
      WANTED.filter(({ block }) => block < firstHot).map(shown),
    );
  });

  it('a store that begins to move ranges after its maker began has their transfers', async () => {
    const file = path.join(folder, `${count++}.db`);
    const url = clickhouse.createDatabase('later');
    const writer = await openHistoryWriter(file, {}, { cold: { ...SMALL, url } });
    opened.push(writer);
    await writer.open(CHAIN_ID);
    const maker = await makerOf({ file, url });
    expect(await maker.step()).toBeUndefined();
    await writer.append(BLOCKS, BLOCKS.at(-1)!.block.num);
    await moveAll(writer);
    expect(await makeAll(maker)).toBeGreaterThan(0);
  });

  it('a store without moved ranges makes no tables', async () => {
    const file = path.join(folder, `${count++}.db`);
    const url = clickhouse.createDatabase('unmoved');
    const writer = await openHistoryWriter(file, {}, { cold: { ...SMALL, url } });
    opened.push(writer);
    await writer.open(CHAIN_ID);
    expect(await (await makerOf({ file, url })).step()).toBeUndefined();
    expect(await rowsOf(url, 'EXISTS TABLE transfer')).toEqual([['0']]);
  });
});
