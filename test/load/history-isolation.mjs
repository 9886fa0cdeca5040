// `npm run bench:isolation`: cheap requests to the history node alone, and beside 50 clients of its dearest documented
// requests; with threads and, as a baseline, without. Saved as results/history-isolation.json; `-- --short` is a preview.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import http from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { prepare } from '../../scripts/setup.mjs';

await prepare('all');
const { COMPILED, entryPoint } = await import('../../scripts/setup/paths.mjs');
const { machine, ratio, residentMiB } = await import('./machine.mjs');
const { freePort } = await import('./ports.mjs');
const { accountOf, Workload } = await import('./history-workload.mjs');
const require = createRequire(import.meta.url);
const app = (file) => require(path.join(COMPILED, 'apps/history/src', file));
const { decodeBlock, decodeResult } = require(path.join(COMPILED, 'libs/ship/src/index.js'));
const { bytesToHex, nameFromValue } = require(path.join(COMPILED, 'libs/antelope/src/index.js'));

const isShort = process.argv.includes('--short');
const ACTIONS = isShort ? 20_000 : 200_000;
const SECONDS = isShort ? 8 : 36;
/** Calm and busy by turns, as other work on the machine comes and goes. */
const ROUNDS = isShort ? 2 : 6;
const DEAR_CLIENTS = 50;
const PAUSE_MS = 5;
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

async function fillStore(folder) {
  const { Derivation } = app('derive/derivation.js');
  const { openSqliteWriter } = app('store/sqlite/sqlite-history.js');
  const workload = new Workload();
  const writer = openSqliteWriter(path.join(folder, 'chain.sqlite'));
  await writer.open(new Uint8Array(32));
  const derivation = new Derivation();
  derivation.resume(undefined);
  for (let num = 200; workload.actions < ACTIONS; num += 200) {
    const frames = Array.from({ length: 200 }, () => workload.next());
    await writer.append(
      frames.map((frame) => derivation.derive(decodeBlock(decodeResult(frame)))),
      num,
    );
  }
  await writer.close();
  return workload;
}

/** Status and milliseconds of a request. */
function ask(url) {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode, ms: performance.now() - startedMs }));
      })
      .on('error', reject);
  });
}

async function until(isTrue) {
  while (!(await isTrue().catch(() => false))) await delay(100);
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const round = (value) => Number(value.toFixed(1));
const figures = (values) => ({
  requests: values.length,
  p50_ms: round(quantile(values, 0.5)),
  p99_ms: round(quantile(values, 0.99)),
  max_ms: round(Math.max(0, ...values)),
});

const newRun = (routes) => ({
  times: Object.fromEntries([...Object.keys(routes), 'livez'].map((name) => [name, []])),
  statuses: {},
  residentPeakMib: 0,
});

/** Asks by turns for each cheap route, and for liveness, for some seconds. */
async function probe(base, management, routes, seconds, run = newRun(routes)) {
  const { times, statuses } = run;
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn++) {
    for (const [name, pathOf] of Object.entries(routes)) {
      const { status, ms } = await ask(`${base}${pathOf(turn)}`);
      if (status >= 400 && status !== 503) throw new Error(`${name} was answered with ${status}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
      times[name].push(ms);
      await delay(PAUSE_MS);
    }
    times.livez.push((await ask(`${management}/livez`)).ms);
    run.residentPeakMib = Math.max(run.residentPeakMib, residentMiB(node.pid));
  }
}

/** Clients on a thread of their own. @returns ends them */
function dearClients(base, paths) {
  const file = path.join(import.meta.dirname, 'history-dear-clients.mjs');
  const worker = new Worker(file, { workerData: { base, paths, clients: DEAR_CLIENTS } });
  const ended = once(worker, 'message');
  return async () => {
    worker.postMessage('end');
    const [result] = await ended;
    return result;
  };
}

let node;

async function measure(folder, threads, cheap, dear) {
  const [port, managementPort] = [await freePort(), await freePort()];
  node = spawn(process.execPath, [entryPoint('history')], {
    env: {
      PATH: process.env.PATH,
      HISTORY_SHIP_URL: 'ws://127.0.0.1:9',
      HISTORY_STATE_DIR: folder,
      HISTORY_PORT: String(port),
      HISTORY_MANAGEMENT_PORT: String(managementPort),
      HISTORY_READ_THREADS: String(threads),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  const management = `http://127.0.0.1:${managementPort}`;
  await until(async () => (await ask(`${management}/livez`)).status === 200);
  try {
    await probe(base, management, cheap, 2);
    const [calm, beside] = [newRun(cheap), newRun(cheap)];
    const dearRun = { statuses: {}, times: [] };
    for (let round = 0; round < ROUNDS; round++) {
      await probe(base, management, cheap, SECONDS / ROUNDS, calm);
      const end = dearClients(base, dear);
      await delay(1000);
      await probe(base, management, cheap, SECONDS / ROUNDS, beside);
      const { statuses, times } = await end();
      dearRun.times.push(...times);
      for (const [status, count] of Object.entries(statuses))
        dearRun.statuses[status] = (dearRun.statuses[status] ?? 0) + count;
    }
    const routes = {};
    for (const name of [...Object.keys(cheap), 'livez']) {
      const [alone, busy] = [figures(calm.times[name]), figures(beside.times[name])];
      routes[name] = { calm: alone, beside_dear: busy, p99_ratio: ratio(busy.p99_ms, alone.p99_ms) };
    }
    const all = (run) => Object.keys(cheap).flatMap((name) => run.times[name]);
    const [alone, busy] = [figures(all(calm)), figures(all(beside))];
    return {
      threads,
      all_cheap: { calm: alone, beside_dear: busy, p99_ratio: ratio(busy.p99_ms, alone.p99_ms) },
      routes,
      livez_within_1s: `${beside.times.livez.filter((ms) => ms < 1000).length} of ${beside.times.livez.length}`,
      statuses: { calm: calm.statuses, beside_dear: beside.statuses },
      dear: { statuses: dearRun.statuses, ...figures(dearRun.times) },
      resident_mib: { calm_peak: calm.residentPeakMib, beside_dear_peak: beside.residentPeakMib },
    };
  } finally {
    node.kill('SIGKILL');
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'history-isolation-'));
try {
  const workload = await fillStore(folder);
  const account = (turn) => nameFromValue(accountOf(turn % 500));
  const idOf = (turn) => bytesToHex(workload.transactionIds[turn % workload.transactionIds.length]);
  const cheap = {
    'get_actions, account, 10': (turn) => `/v2/history/get_actions?account=${account(turn)}&limit=10`,
    'get_actions, account and filter, 100': (turn) =>
      `/v2/history/get_actions?account=${account(turn)}&filter=*:transfer&limit=100`,
    get_transaction: (turn) => `/v2/history/get_transaction?id=${idOf(turn)}`,
    get_tokens: (turn) => `/v2/state/get_tokens?account=${account(turn)}`,
    get_creator: () => `/v2/history/get_created_accounts?account=eosio`,
  };
  const dear = [
    '/v2/history/get_actions?filter=tokena:transfer&act.data.memo=nothing&limit=10',
    '/v2/history/get_actions?limit=1000&after=2&track=true',
    '/v2/history/get_actions?transfer.to=dex&track=true&limit=1000',
    '/v2/history/get_actions?act.data.user=useraaaa&limit=1',
    '/v2/history/get_deltas?code=dex&present=0&limit=1000',
  ];
  const results = [];
  for (const threads of [0, 2]) {
    process.stderr.write(`${threads} threads ...\n`);
    results.push(await measure(folder, threads, cheap, dear));
  }
  const text = `${JSON.stringify(
    {
      machine: {
        ...machine(),
        load_average_1m: round(loadavg()[0]),
        shared: 'other work ran on these cores',
      },
      actions: workload.actions,
      dear_clients: DEAR_CLIENTS,
      seconds: SECONDS,
      rounds: ROUNDS,
      results,
    },
    null,
    2,
  )}\n`;
  if (!isShort) {
    const output = path.join(import.meta.dirname, 'results');
    mkdirSync(output, { recursive: true });
    writeFileSync(path.join(output, 'history-isolation.json'), text);
  }
  process.stdout.write(text);
} finally {
  rmSync(folder, { recursive: true });
  agent.destroy();
}
