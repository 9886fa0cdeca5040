// `npm run bench:state`: the first state of a node read as a stream into a new SQLite file; saved under results/.
// 5 * 10^5 and 10^6 rows; `-- --long` adds 5 * 10^6, `-- ROWS` measures that many alone and saves nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { prepare } from '../../scripts/setup.mjs';

await prepare('all');
const { cpuSeconds, machine } = await import('./machine.mjs');
const { freePort } = await import('./ports.mjs');
const { entryPoint } = await import('../../scripts/setup/paths.mjs');

const POLL_MS = 250;
const [only] = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number);
const SIZES = only === undefined ? [500_000, 1_000_000] : [only];
if (process.argv.includes('--long')) SIZES.push(5_000_000);

/** Mebibytes that the process had resident at most; of Linux. */
const peakMiB = (pid) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

/** Starts a script whose first line is JSON. */
async function startNode(script, args) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { ...JSON.parse(line), child };
}

async function healthOf(url) {
  const answer = await fetch(`${url}/v2/health`).catch(() => undefined);
  const { health } = (await answer?.json()) ?? {};
  return health?.find(({ service }) => service === 'Elasticsearch')?.service_data ?? {};
}

async function measure(rows) {
  const folder = mkdtempSync(path.join(tmpdir(), 'state-bench-'));
  const node = await startNode('state-server.mjs', [String(rows)]);
  const port = await freePort();
  const history = spawn(process.execPath, [entryPoint('history')], {
    env: {
      ...process.env,
      HISTORY_SHIP_URL: node.url,
      HISTORY_STATE_DIR: folder,
      HISTORY_NAME: 'state',
      HISTORY_PORT: String(port),
      HISTORY_MANAGEMENT_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [loadAverage] = loadavg();
  const startedMs = performance.now();
  const progress = [];
  try {
    for (;;) {
      await delay(POLL_MS);
      if (history.exitCode !== null) throw new Error('the history node ended');
      const { last_indexed_block: last, loading } = await healthOf(`http://127.0.0.1:${port}`);
      if (loading !== undefined) progress.push({ rows: loading.rows, peak_mib: peakMiB(history.pid) });
      if (last === node.lastBlock) break;
    }
    const seconds = (performance.now() - startedMs) / 1000;
    return {
      rows: node.rows,
      load_average_at_start: loadAverage,
      seconds: Math.round(seconds),
      cpu_seconds: Math.round(cpuSeconds(history.pid)),
      rows_per_second: Math.round(node.rows / seconds),
      peak_resident_mib: peakMiB(history.pid),
      peak_mib_at_half: progress.find(({ rows: loaded }) => loaded > node.rows / 2)?.peak_mib,
      store_mib: Math.round(statSync(path.join(folder, 'state.sqlite')).size / 2 ** 20),
    };
  } finally {
    history.kill('SIGKILL');
    node.child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

const results = [];
for (const rows of SIZES) {
  results.push(await measure(rows));
  const text = `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`;
  process.stdout.write(text);
  if (only !== undefined) continue;
  const output = path.join(import.meta.dirname, 'results');
  mkdirSync(output, { recursive: true });
  writeFileSync(path.join(output, 'state.json'), text);
}
