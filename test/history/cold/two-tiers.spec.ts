import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { Random } from '../../../apps/history/src/store/testing/random';
import { answerText, portQueries } from '../../harness/history/query-battery';
import { longOr } from '../../harness/long';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { randomChain } from '../store/random-chain';
import { sqliteStore, type TestStore } from '../store/stores';
import { historyText, tieredSqlite } from './tiered-stores';

const BLOCKS = randomChain(40, 5);
const REVERSIBLE = 4;
const QUERIES = longOr(1_000, 40);

jest.setTimeout(longOr(60 * 60 * 1000, 600_000));

describe('a store with two tiers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiers-'));
  let clickhouse: ClickhouseServer;
  let whole: TestStore;
  let tiered: TestStore;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    whole = await sqliteStore(path.join(folder, 'whole.db'));
    tiered = await tieredSqlite(path.join(folder, 'tiered.db'), clickhouse.createDatabase('tiers'));
    for (const { writer } of [whole, tiered]) {
      await writer.open(CHAIN_ID);
      await writer.append(BLOCKS, BLOCKS.at(-1)!.block.num - REVERSIBLE);
    }
  });
  afterAll(async () => {
    await whole.close();
    await tiered.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  it('a store with two tiers has the same blocks, transactions, actions and deltas as a whole one', async () => {
    expect(await historyText(tiered.reader)).toBe(await historyText(whole.reader));
  });

  it('a store with two tiers answers every query as a whole one', async () => {
    for (const { title, ask } of portQueries(new Random(9), BLOCKS, QUERIES)) {
      const wanted = answerText(await ask(whole.reader));
      expect(`${title}\n${answerText(await ask(tiered.reader))}`).toBe(`${title}\n${wanted}`);
    }
  });
});
