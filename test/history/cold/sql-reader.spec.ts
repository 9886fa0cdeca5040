import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileAbove } from '@app/program';
import { ReaderRightsError } from '../../../apps/history/src/cold-sql/reader-rights';
import { SqlReader } from '../../../apps/history/src/cold-sql/sql-reader';
import { TransferMaker } from '../../../apps/history/src/cold-sql/transfer-maker';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { openTransferTier } from '../../../apps/history/src/store/cold/open-cold-tier';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { SMALL } from './tiered-stores';
import { ATTACKS, READONLY } from './sql-attacks';
import { transferChain } from './transfer-chain';

const { blocks: BLOCKS, wanted: WANTED } = transferChain(24, 51);
/** ClickHouse holds an answer more than once; how often differs. */
const LIMITS = { timeoutMs: 60_000, memoryMiB: 1_000, readRows: 2_000_000 };
const PROGRAM = '../../../dist/compiled/apps/history/src/cold-sql/sql.js';
const MS = 60_000;
const FORMAT = 'TabSeparated';

/** Rows of an answer with tabs between columns. */
const rows = (text: string): string[][] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));

const readerRights = (database: string): string[] =>
  ['transfer', 'transfer_range'].map((table) => `GRANT SELECT ON ${database}.${table}`);

describe('SQL of an operator on decoded transfers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sql-'));
  let clickhouse: ClickhouseServer;
  let url: string;
  let database: string;
  let firstHot = 0;
  let reader: SqlReader;
  let rightsOfAll: unknown;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    url = clickhouse.createDatabase('sql');
    database = new URL(url).pathname.slice(1);
    const file = path.join(folder, 'sql.db');
    const writer = await openHistoryWriter(file, {}, { cold: { ...SMALL, url } });
    await writer.open(CHAIN_ID);
    await writer.append(BLOCKS, BLOCKS.at(-1)!.block.num);
    for (let progress = await writer.coldMoves!.step(); progress !== undefined;) {
      firstHot = progress.firstHotBlock;
      progress = await writer.coldMoves!.step();
    }
    await writer.close();
    const maker = new TransferMaker(await openHistoryReader(file, {}, url), openTransferTier(url));
    while ((await maker.step()) !== undefined) continue;
    await maker.close();
    const http = new ClickhouseHttp(url);
    await http.run('CREATE DATABASE other', MS);
    await http.run('CREATE TABLE other.secret (text String) ENGINE = MergeTree ORDER BY text', MS);
    http.close();
    rightsOfAll = await new SqlReader(url, LIMITS).requireRights().catch((error: unknown) => error);
    await clickhouse.kill();
    await clickhouse.resume(readerRights(database));
    reader = new SqlReader(url, LIMITS);
  });
  afterAll(async () => {
    reader.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  const answer = async (sql: string): Promise<string> => (await reader.ask(sql, FORMAT)).toString();

  it('a user who reads the tables for SQL alone may ask, and sees the blocks that were moved', async () => {
    await reader.requireRights();
    expect(await reader.coverage()).toEqual([{ from: BLOCKS[0]!.block.num, to: firstHot - 1 }]);
    const wanted = WANTED.filter(({ block }) => block < firstHot);
    expect(await answer('SELECT count() FROM transfer')).toBe(`${wanted.length}\n`);
    const units = wanted.reduce((sum, each) => sum + each.units, 0n);
    expect(await answer('SELECT sum(amount) AS units FROM transfer FORMAT JSONEachRow')).toBe(
      `{"units":"${units}"}\n`,
    );
  });

  it.each(ATTACKS)('ClickHouse refuses %s', async (statement, error) => {
    await expect(answer(statement.replace('<database>', database))).rejects.toThrow(error);
  });

  it.each([
    'SELECT sleep(3)',
    'SELECT sum(cityHash64(a.number, b.number)) FROM numbers(1000000) a, numbers(999999) b',
  ])('ClickHouse ends %s after the time that it has', async (statement) => {
    const impatient = new SqlReader(url, { ...LIMITS, timeoutMs: 1_000 });
    await expect(impatient.ask(statement, FORMAT)).rejects.toThrow('TIMEOUT_EXCEEDED');
    impatient.close();
  });

  it('tables and databases that the user may not read are not listed', async () => {
    expect(
      await answer(
        "SELECT name FROM system.tables WHERE database != 'system' AND database NOT ILIKE 'information_schema' ORDER BY name",
      ),
    ).toBe('transfer\ntransfer_range\n');
    expect(await answer('SHOW DATABASES')).not.toContain('other');
  });

  it('a text that is the same in each row is counted once by ClickHouse, and its answer is not taken', async () => {
    await expect(answer(`SELECT repeat('x', 300) FROM numbers(300000)`)).rejects.toThrow(
      'answers with more than 67108864 bytes',
    );
  });

  it('a statement leaves no setting to the next one, and nothing was changed', async () => {
    await expect(answer('SET max_threads = 1')).rejects.toThrow(READONLY);
    expect(await answer(`SELECT getSetting('readonly'), getSetting('max_threads')`)).toBe('1\t2\n');
    expect(await answer('SELECT sum(transfers) - (SELECT count() FROM transfer) FROM transfer_range')).toBe(
      '0\n',
    );
  });

  it('an empty statement is refused, and one that ClickHouse does not know with its words', async () => {
    expect(() => reader.ask(' \n', FORMAT)).toThrow('is empty');
    await expect(answer('SELEC 1')).rejects.toThrow('Syntax error');
  });

  it('a user with more rights is refused before a statement is asked', () => {
    expect(rightsOfAll).toBeInstanceOf(ReaderRightsError);
    expect(String(rightsOfAll)).toContain(`GRANT SELECT ON ${database}.transfer TO <user>;`);
  });

  interface Run {
    readonly code: number | null;
    readonly output: string;
    readonly errors: string;
  }

  async function run(args: readonly string[], input = ''): Promise<Run> {
    const env = { ...process.env, HISTORY_SQL_URL: url, HISTORY_SQL_READ_ROWS: '1000000' };
    const child = spawn(process.execPath, [path.join(__dirname, PROGRAM), ...args], { env });
    child.stdin.end(input);
    const [output, errors, [code]] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    return { code, output, errors };
  }

  it('the program prints the answer, and on standard error which blocks it is about', async () => {
    const sql = 'SELECT count() AS transfers FROM transfer';
    const wanted = WANTED.filter(({ block }) => block < firstHot).length;
    const blocks = `Blocks ${BLOCKS[0]!.block.num} to ${firstHot - 1}; later ones are in the store.\n`;
    expect(await run([sql])).toEqual({ code: 0, output: `transfers\n${wanted}\n`, errors: blocks });
    expect(await run(['--format', 'CSV', '-'], sql)).toEqual({
      code: 0,
      output: `${wanted}\n`,
      errors: blocks,
    });
  });

  it('the program ends with the words of ClickHouse where that refuses a statement, and with its usage without one', async () => {
    const refused = await run(['SELECT sum(number) FROM numbers(2000000)']);
    expect(refused).toMatchObject({ code: 1, output: '' });
    expect(refused.errors).toContain('TOO_MANY_ROWS');
    expect(await run([])).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('--chain NAME'),
    });
    expect((await run(['--help'])).output).toContain('--chain NAME');
    expect((await run(['--chain', 'other', 'SELECT 1'])).errors).toBe('--chain: is one of chain\n');
  });

  it('each question of the how-to is answered, and its sums are those of the actions', async () => {
    const page = readFileSync(fileAbove(__dirname, 'docs/how-to/sql.md')!, 'utf8');
    const questions = [...page.matchAll(/```sql\n([^`]+)```/g)].map(([, sql]) => sql!);
    expect(questions).toHaveLength(5);
    const answers = await Promise.all(questions.map(async (sql) => rows(await answer(sql))));
    const moved = WANTED.filter(({ block }) => block < firstHot);
    const sumOf = (wanted: typeof moved): string =>
      String(wanted.reduce((sum, { units }) => sum + units, 0n));
    const [volume, senders, flows, balances] = answers as [string[][], string[][], string[][], string[][]];
    for (const [contract, symbol, , , , units] of volume)
      expect([contract, symbol, units]).toEqual([
        contract,
        symbol,
        sumOf(moved.filter((each) => each.contract === contract && each.symbol === symbol)),
      ]);
    expect(senders.length).toBeGreaterThan(0);
    for (const [sender, , , units] of senders)
      expect([sender, units]).toEqual([
        sender,
        sumOf(
          moved.filter(
            ({ contract, symbol, from }) => contract === 'eosio.token' && symbol === 'EOS' && from === sender,
          ),
        ),
      ]);
    expect(flows.length).toBeGreaterThan(0);
    for (const [, from, to, contract, symbol, , , units] of flows)
      expect(units).toBe(
        sumOf(
          moved.filter(
            (each) =>
              each.from === from && each.to === to && each.contract === contract && each.symbol === symbol,
          ),
        ),
      );
    expect(balances.length).toBeGreaterThan(0);
    for (const [contract, symbol, , unitsIn, unitsOut] of balances) {
      const own = moved.filter((each) => each.contract === contract && each.symbol === symbol);
      expect([unitsIn, unitsOut]).toEqual([
        sumOf(own.filter(({ to }) => to === 'alice')),
        sumOf(own.filter(({ from }) => from === 'alice')),
      ]);
    }
  });
});
