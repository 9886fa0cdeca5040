import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesToHex, nameToValue } from '@app/antelope';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { openSqliteReader } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { expectEqual } from '../../harness/expect-equal';
import { startFollowing } from '../../harness/history/following';
import { storedHistory } from '../../harness/history/stored-history';
import { HistoryProcess } from '../../harness/process/history-process';
import { longOr } from '../../harness/long';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

const POLL_MS = 20;
const IRREVERSIBLE_LAG = 40;

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

async function headOf(file: string): Promise<string> {
  const reader = openSqliteReader(file);
  try {
    const { head } = await reader.status();
    return head === undefined ? '' : bytesToHex(head.id);
  } finally {
    await reader.close();
  }
}

/** Changes of the chain while a process follows it, the time after which it is killed, and a fork while it is dead. */
const kill = fc.record({
  live: fc.array(
    fc.record({ depth: fc.integer({ min: 0, max: 30 }), count: fc.integer({ min: 1, max: 60 }) }),
    { minLength: 2, maxLength: 8 },
  ),
  delayMs: fc.integer({ min: 0, max: 60 }),
  depth: fc.integer({ min: 1, max: IRREVERSIBLE_LAG }),
  count: fc.integer({ min: 1, max: 150 }),
});

/** Replaces the last blocks, irreversible ones excepted, and advances the irreversible block. */
function replace(chain: ModelChain, depth: number, count: number): void {
  chain.fork(Math.min(depth, chain.head.blockNum - chain.irreversibleNum), count);
  chain.extend(1, IRREVERSIBLE_LAG);
}

test('a history process that is killed at random points loses nothing and doubles nothing', async () => {
  const property = fc.asyncProperty(
    fc.array(kill, { minLength: longOr(2, 1), maxLength: longOr(4, 1) }),
    async (kills) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'history-killed-'));
      const chain = new ModelChain();
      chain.extend(300, IRREVERSIBLE_LAG);
      const server = await ShipServer.start(chain);
      const env = { HISTORY_SHIP_URL: server.url, HISTORY_STATE_DIR: folder, HISTORY_NAME: 'model' };
      const file = path.join(folder, 'model.sqlite');
      for (const { live, delayMs, depth, count } of kills) {
        const victim = new HistoryProcess(env);
        await victim.url();
        await until(async () => (await headOf(file)) !== '', POLL_MS);
        for (const step of live) {
          replace(chain, step.depth, step.count);
          server.flush();
          await new Promise((resolve) => setTimeout(resolve, delayMs / live.length));
        }
        await victim.stop('SIGKILL');
        replace(chain, depth, count);
      }
      const survivor = new HistoryProcess(env);
      await survivor.url();
      await until(async () => (await headOf(file)) === bytesToHex(chain.head.blockId), POLL_MS);
      await survivor.stop('SIGTERM');
      expectEqual(await historyOf(file), await expectedHistory(server, chain.head.blockNum));
      await server.close();
      rmSync(folder, { recursive: true });
    },
  );
  await fc.assert(property, { numRuns: longOr(8, 1) });
});
