import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nameToValue } from '@app/antelope';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { openSqliteReader } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { startFollowing } from '../../harness/history/following';
import { storedHistory } from '../../harness/history/stored-history';
import { HistoryProcess } from '../../harness/process/history-process';
import { longOr } from '../../harness/long';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const POLL_MS = 5;
const IRREVERSIBLE_LAG = 40;
/** After each fork, so that the next process gets at least as many. */
const NEW_BLOCKS = 60;

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
};

const currentRows = (reader: HistoryReader) =>
  reader.rows({ code: nameToValue('eosio'), table: nameToValue('branch'), limit: 1_000_000 });

/** The history of the chain as it is now, followed once from its first block. */
async function expectedHistory(server: ShipServer, lastNum: number) {
  const following = startFollowing(server.url);
  await following.until(({ lastBlockNum }) => lastBlockNum === lastNum);
  const reader = new MemoryReader(following.store);
  const history = { ...(await storedHistory(reader)), rows: await currentRows(reader) };
  await following.stop();
  return history;
}

async function historyOf(file: string) {
  const reader = openSqliteReader(file);
  try {
    return { ...(await storedHistory(reader)), rows: await currentRows(reader) };
  } finally {
    await reader.close();
  }
}

async function lastNumOf(file: string): Promise<number> {
  const reader = openSqliteReader(file);
  try {
    return (await reader.status()).head?.num ?? 0;
  } finally {
    await reader.close();
  }
}

const kill = fc.record({
  /** Blocks that the process has been sent, and the time after it, when it is killed. */
  sent: fc.integer({ min: 0, max: NEW_BLOCKS }),
  delayMs: fc.integer({ min: 0, max: 60 }),
  depth: fc.integer({ min: 1, max: IRREVERSIBLE_LAG }),
  count: fc.integer({ min: 1, max: 150 }),
});

test('a history process that is killed at random points loses nothing and doubles nothing', async () => {
  const property = fc.asyncProperty(fc.array(kill, { minLength: 3, maxLength: 6 }), async (kills) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'history-killed-'));
    const chain = new ModelChain();
    chain.extend(300, IRREVERSIBLE_LAG);
    const server = await ShipServer.start(chain);
    const env = { HISTORY_SHIP_URL: server.url, HISTORY_STATE_DIR: folder, HISTORY_NAME: 'model' };
    for (const { sent, delayMs, depth, count } of kills) {
      const sentBefore = server.sent;
      const victim = new HistoryProcess(env);
      await until(() => server.sent >= sentBefore + sent);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await victim.stop('SIGKILL');
      chain.fork(Math.min(depth, chain.head.blockNum - chain.irreversibleNum), count);
      chain.extend(NEW_BLOCKS, IRREVERSIBLE_LAG);
    }
    const survivor = new HistoryProcess(env);
    await survivor.url();
    const lastNum = chain.head.blockNum;
    const file = path.join(folder, 'model.sqlite');
    await until(async () => (await lastNumOf(file)) === lastNum);
    await survivor.stop('SIGTERM');
    expect(await historyOf(file)).toEqual(await expectedHistory(server, lastNum));
    await server.close();
    rmSync(folder, { recursive: true });
  });
  await fc.assert(property, { numRuns: longOr(8, 2) });
});
