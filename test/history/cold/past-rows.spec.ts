import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { Random } from '../../../apps/history/src/store/testing/random';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { sharedPostgres } from '../../harness/process/postgres';
import { answersOf, BLOCKS, blocksOf, FIRST } from '../store/past-rows';
import { memoryStore, type TestStore } from '../store/stores';
import { SMALL, tieredPostgres, tieredSqlite } from './tiered-stores';

const HEAD = FIRST + BLOCKS - 1;
const IRREVERSIBLE = HEAD - 8;

describe('past states of a store with two tiers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'past-tiers-'));
  const opened: TestStore[] = [];
  let clickhouse: ClickhouseServer;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['SQLite', (url: string) => tieredSqlite(path.join(folder, 'past.db'), url)],
    [
      'PostgreSQL',
      async (url: string) => tieredPostgres(await (await sharedPostgres()).createDatabase('past_tiers'), url),
    ],
  ] as const)(
    'past states in %s are those of the model on both sides of the border, also at forks',
    async (kind, create) => {
      const store = await create(clickhouse.createDatabase(`past_${kind.toLowerCase()}`));
      opened.push(store);
      const model = await memoryStore();
      const random = new Random(4);
      const [blocks, replaced] = [blocksOf(random, FIRST, HEAD), blocksOf(random, IRREVERSIBLE + 1, HEAD, 7)];
      for (const { writer } of [store, model]) {
        await writer.open(CHAIN_ID);
        await writer.append(blocks, IRREVERSIBLE);
      }
      expect(await answersOf(store.reader)).toEqual(await answersOf(model.reader));
      for (const { writer } of [store, model]) {
        await writer.undoTo(IRREVERSIBLE);
        await writer.append(replaced, IRREVERSIBLE + SMALL.rangeBlocks);
      }
      expect(await answersOf(store.reader)).toEqual(await answersOf(model.reader));
    },
  );
});
