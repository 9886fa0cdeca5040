// `npm run bench:cost`: CPU time of the gateway for one request, the most expensive beside the cheapest of its bucket.
// The time is that of the process (process_cpu_seconds_total), so other processes on the machine have little influence.
// Some rows alone, each named by a part of its name: `npm run bench:cost -- --only '990 unknown|broken JSON'`.
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint, prepare } from '../../scripts/setup.mjs';

await prepare('all');

const { fillBook } = await import('./chain-bench.mjs');
const { machine } = await import('./machine.mjs');
const { hostileCases, ordinaryCases } = await import('./cost-cases.mjs');
const { freePort, startServer, stopAll } = await import('./processes.mjs');
const { onlyArgument } = await import('./tools.mjs');

const UNLIMITED = '1000000';
const ROUNDS = 7;
const REQUESTS = 60;
const CONCURRENT = 4;
/** A request that is compiled already is the one that an attacker repeats. */
const WARM_UP_ROUNDS = 5;
const TARGET = 10;

async function cpuSeconds(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

/** CPU seconds of reading the metrics, which are subtracted. */
async function cpuOfReading(metricsUrl) {
  const before = await cpuSeconds(metricsUrl);
  return (await cpuSeconds(metricsUrl)) - before;
}

async function send(url, { path, method = 'POST', body, headers = {}, status = 200 }) {
  const answer = await fetch(url + path, { method, body, headers });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
}

async function burst(url, request) {
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) await send(url, request);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
}

async function measure(url, metricsUrl, request) {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await burst(url, request);
  const readings = [];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    readings.push(await cpuOfReading(metricsUrl));
    const before = await cpuSeconds(metricsUrl);
    await burst(url, request);
    rounds.push((await cpuSeconds(metricsUrl)) - before);
  }
  // Other work on the machine only adds time: the fastest round is the closest to the cost of the code. So is the
  // fastest reading; a slow one that is subtracted from a round would make the round too fast.
  return ((Math.min(...rounds) - Math.min(...readings)) / REQUESTS) * 1000;
}

function selectedCases() {
  const parts = onlyArgument(process.argv, '|');
  const all = [...ordinaryCases, ...hostileCases];
  return parts === undefined ? all : all.filter(({ name }) => parts.some((part) => name.includes(part)));
}

function tableOf(rows) {
  const cheapest = new Map();
  for (const { bucket, cpu_ms } of rows) {
    cheapest.set(bucket, Math.min(cpu_ms, cheapest.get(bucket) ?? Infinity));
  }
  return rows.map(({ bucket, name, cpu_ms }) => {
    const times = cpu_ms / cheapest.get(bucket);
    const note = times > TARGET ? `over ${TARGET}` : '';
    return { bucket, name, cpu_ms: cpu_ms.toFixed(2), times_cheapest: times.toFixed(1), note };
  });
}

try {
  const devchainPort = await freePort();
  const chain = await startServer([entryPoint('devchain')], {
    DEVCHAIN_PORT: String(devchainPort),
    DEVCHAIN_NAME: 'mainnet',
  });
  await fillBook(chain.url, 225);
  const managementPort = await freePort();
  const limits = ['READ', 'COMPOSE', 'RELAY', 'RELAY_REFUSED', 'MIRROR', 'META'];
  const gateway = await startServer([entryPoint('gateway')], {
    ...Object.fromEntries(limits.map((bucket) => [`RATE_LIMIT_${bucket}`, UNLIMITED])),
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(managementPort),
    DEVCHAIN_PORT: String(devchainPort),
  });
  const metricsUrl = `http://127.0.0.1:${managementPort}/metrics`;
  await delay(2_000);
  const rows = [];
  for (const request of selectedCases()) {
    rows.push({ ...request, cpu_ms: await measure(gateway.url, metricsUrl, request) });
  }
  process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
  console.table(tableOf(rows));
} finally {
  stopAll();
}
