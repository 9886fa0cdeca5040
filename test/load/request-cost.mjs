// `npm run bench:cost`: CPU time of the gateway for one request, the most expensive beside the cheapest of its bucket.
// The time is that of the process (process_cpu_seconds_total), so other processes on the machine have little influence.
// Some rows alone, each named by a part of its name: `npm run bench:cost -- --only '490 unknown|broken JSON'`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { fillBook } = await import('./chain-bench.mjs');
const { machine } = await import('./machine.mjs');
const { hostileCases, ordinaryCases } = await import('./cost-cases.mjs');
const { mirrorCases } = await import('./mirror-cost-cases.mjs');
const { freePort, LOAD_CORE, startServer, stopAll } = await import('./processes.mjs');
const { onlyArgument } = await import('./tools.mjs');

const UNLIMITED = '1000000000';
const ROUNDS = 7;
const FEWEST_REQUESTS = 40;
const MOST_REQUESTS = 1_500;
/** A shorter burst measures the polls of the process rather than the requests. */
const BURST_MS = 250;
const CONCURRENT = 4;
/** A request that is compiled already is the one that an attacker repeats. */
const WARM_UP_ROUNDS = 5;
const TARGET = 10;
const RETRY_SECONDS = 60;
const UNIT_SAMPLES = 5;

async function cpuSeconds(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

/** CPU seconds of reading the metrics, which are subtracted. */
async function cpuOfReading(metricsUrl) {
  const before = await cpuSeconds(metricsUrl);
  return (await cpuSeconds(metricsUrl)) - before;
}

/** A request whose parts differ each time has functions in their place. */
const valueOf = (part) => (typeof part === 'function' ? part() : part);

async function send(url, { path, method = 'POST', body, headers = {}, status = 200 }) {
  const answer = await fetch(url + valueOf(path), { method, body: valueOf(body), headers });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return answer.headers.get('ratelimit-remaining');
}

/** How often one request counts: the least of several, because kept answers expire. 1 where nothing is counted. */
async function unitsOf(url, request) {
  const counts = [];
  let before = await withRetries(() => send(url, request));
  while (counts.length < UNIT_SAMPLES) {
    const after = await withRetries(() => send(url, request));
    if (after === null) return 1;
    // Less than 1: a window ended in between.
    if (before - after >= 1) counts.push(before - after);
    before = after;
  }
  return Math.min(...counts);
}

async function sendAll(url, request, count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(url, request);
  };
  await Promise.all(Array.from({ length: request.concurrent ?? CONCURRENT }, worker));
}

/** Resolves to what `work` resolves to. A busy node falls behind and is not asked any more: it is tried again then. */
async function withRetries(work) {
  for (let left = RETRY_SECONDS; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await delay(1_000);
    }
  }
}

const burst = (url, request, count) => withRetries(() => sendAll(url, request, count));

async function measure(url, metricsUrl, request) {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await burst(url, request, FEWEST_REQUESTS);
  const startedAt = performance.now();
  await burst(url, request, FEWEST_REQUESTS);
  const msEach = (performance.now() - startedAt) / FEWEST_REQUESTS;
  const count = Math.min(MOST_REQUESTS, Math.max(FEWEST_REQUESTS, Math.ceil(BURST_MS / msEach)));
  const readings = [];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    readings.push(await cpuOfReading(metricsUrl));
    const seconds = await withRetries(async () => {
      const before = await cpuSeconds(metricsUrl);
      await sendAll(url, request, count);
      return (await cpuSeconds(metricsUrl)) - before;
    });
    rounds.push(seconds);
  }
  // Other work on the machine only adds time: the fastest round is the closest to the cost of the code. So is the
  // fastest reading; a slow one that is subtracted from a round would make the round too fast.
  return ((Math.min(...rounds) - Math.min(...readings)) / count) * 1000;
}

async function selectedCases(chainUrl) {
  const parts = onlyArgument(process.argv, '|');
  const all = [...(await mirrorCases(chainUrl)), ...ordinaryCases, ...hostileCases];
  return parts === undefined ? all : all.filter(({ name }) => parts.some((part) => name.includes(part)));
}

/** CPU time per unit of a request beside the cheapest request of its bucket. */
function tableOf(rows) {
  const cheapest = new Map();
  for (const { bucket, cpuMs } of rows)
    cheapest.set(bucket, Math.min(cpuMs, cheapest.get(bucket) ?? Infinity));
  return rows.map(({ bucket, name, cpuMs, units }) => {
    const times = cpuMs / units / cheapest.get(bucket);
    const note = times > TARGET ? `over ${TARGET}` : '';
    return { bucket, name, cpu_us: Math.round(cpuMs * 1_000), units, times_cheapest: times.toFixed(1), note };
  });
}

try {
  const devchainPort = await freePort();
  const shipPort = await freePort();
  const chain = await startServer(
    [entryPoint('devchain')],
    {
      DEVCHAIN_PORT: String(devchainPort),
      DEVCHAIN_SHIP_PORT: String(shipPort),
      DEVCHAIN_NAME: 'mainnet',
    },
    LOAD_CORE,
  );
  const historyPort = await freePort();
  await startServer(
    [entryPoint('history')],
    {
      HISTORY_NAME: 'mainnet',
      HISTORY_SHIP_URL: `ws://127.0.0.1:${shipPort}`,
      HISTORY_CHAIN_URL: chain.url,
      HISTORY_PORT: String(historyPort),
      HISTORY_MANAGEMENT_PORT: String(await freePort()),
    },
    LOAD_CORE,
  );
  await fillBook(chain.url, 225);
  const managementPort = await freePort();
  const limits = ['READ', 'COMPOSE', 'RELAY', 'RELAY_REFUSED', 'MIRROR', 'META'];
  const gateway = await startServer([entryPoint('gateway')], {
    ...Object.fromEntries(limits.map((bucket) => [`RATE_LIMIT_${bucket}`, UNLIMITED])),
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(managementPort),
    DEVCHAIN_PORT: String(devchainPort),
    DEVCHAIN_HISTORY_PORT: String(historyPort),
  });
  const metricsUrl = `http://127.0.0.1:${managementPort}/metrics`;
  await delay(2_000);
  const rows = [];
  for (const request of await selectedCases(chain.url)) {
    const cpuMs = await measure(gateway.url, metricsUrl, request);
    rows.push({
      bucket: request.bucket,
      name: request.name,
      cpuMs,
      units: await unitsOf(gateway.url, request),
    });
    process.stderr.write(`${request.bucket} ${request.name}: ${cpuMs.toFixed(3)} ms\n`);
  }
  const table = tableOf(rows);
  process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
  console.table(table);
  if (!process.argv.includes('--only'))
    writeFileSync(
      path.join(ROOT, 'test', 'load', 'results', 'cost.json'),
      `${JSON.stringify({ machine: machine(), rounds: ROUNDS, rows: table }, null, 2)}\n`,
    );
} finally {
  stopAll();
}
