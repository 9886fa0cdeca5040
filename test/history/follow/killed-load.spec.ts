import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openSqliteReader } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { rowsOfStore } from '../../harness/history/store-tables';
import { HistoryProcess } from '../../harness/process/history-process';
import { until } from '../../harness/until';

const POLL_MS = 20;
/** More than the bytes from which on a state is taken while it arrives. */
const ROWS = 320_000;
const PER_ACCOUNT = { balances: 7, permissions: 2 };
const STATE_BLOCK = 991;
const RECORDED_CONTRACT_ROWS = 35;

interface Node {
  readonly url: string;
  readonly rows: number;
  readonly lastBlock: number;
  readonly child: ChildProcess;
}

/** A node with a made-up state of many rows. */
async function startNode(): Promise<Node> {
  const script = path.resolve(__dirname, '../../load/state-server.mjs');
  const child = spawn(process.execPath, [script, String(ROWS)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { ...(JSON.parse(line) as Omit<Node, 'child'>), child };
}

async function statusOf(file: string) {
  const reader = openSqliteReader(file);
  try {
    return await reader.status();
  } finally {
    await reader.close();
  }
}

test('a process that is killed while it loads a large state continues, and stores each row once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-load-'));
  const node = await startNode();
  const env = { HISTORY_SHIP_URL: node.url, HISTORY_STATE_DIR: folder, HISTORY_NAME: 'large' };
  const file = path.join(folder, 'large.sqlite');
  let stored = 0;
  for (const part of [0.1, 0.4]) {
    const victim = new HistoryProcess(env);
    await victim.url();
    await until(async () => ((await statusOf(file)).loading?.rows ?? 0) > part * node.rows, POLL_MS);
    await victim.stop('SIGKILL');
    const { loading, head } = await statusOf(file);
    expect(head).toBeUndefined();
    expect(loading!.rows).toBeGreaterThan(stored);
    stored = loading!.rows;
  }
  const survivor = new HistoryProcess(env);
  await survivor.url();
  let least = Infinity;
  await until(async () => {
    const { loading, head } = await statusOf(file);
    least = Math.min(least, loading?.rows ?? Infinity);
    return head?.num === node.lastBlock;
  }, POLL_MS);
  await survivor.stop('SIGTERM');
  expect(least).toBeGreaterThanOrEqual(stored);

  const accounts = ROWS / 10;
  const bounds = `seq >= ${String(STATE_BLOCK)} * 16777216 AND seq < ${String(STATE_BLOCK + 1)} * 16777216`;
  const [deltas] = await rowsOfStore(
    file,
    `SELECT count(*) AS n, max(seq) - min(seq) + 1 AS span FROM delta WHERE ${bounds}`,
  );
  const contractRows = BigInt(RECORDED_CONTRACT_ROWS + PER_ACCOUNT.balances * accounts);
  expect(deltas).toEqual({ n: contractRows, span: contractRows });
  const [tokens] = await rowsOfStore(
    file,
    `SELECT count(*) AS n, count(DISTINCT account) AS holders FROM token WHERE block = ${String(STATE_BLOCK)} AND precision = 4 AND symbol IN (SELECT symbol FROM token GROUP BY symbol HAVING count(*) = ${String(accounts)})`,
  );
  expect(tokens).toEqual({ n: BigInt(PER_ACCOUNT.balances * accounts), holders: BigInt(accounts) });
  const [permissions] = await rowsOfStore(
    file,
    `SELECT count(*) AS n FROM permission_key k JOIN permission p ON p.owner = k.owner AND p.name = k.name WHERE k.pubkey = zeroblob(34) AND p.block = ${String(STATE_BLOCK)}`,
  );
  expect(permissions).toEqual({ n: BigInt(PER_ACCOUNT.permissions * accounts) });
  node.child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});
