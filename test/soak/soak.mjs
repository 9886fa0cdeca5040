// `npm run test:soak`: two replicas, Redis and HAProxy under a steady mix of tools, MCP, node routes and pushes for 30
// minutes (`-- --minutes 10`). Prints the progress every half minute, then error rate, slope of the memory and p99 of
// the event loop. It fails where a request fails or the memory grows. A run of 10 minutes or more is saved under
// test/load/results/; the slope of a shorter one says nothing, and is not judged. `-- --note busy` marks the machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureHaproxy, ensureRedis, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();
await ensureHaproxy();

const { machine, residentMiB } = await import('../load/machine.mjs');
const { stopAll } = await import('../load/processes.mjs');
const { Readers } = await import('../replicas/clients.mjs');
const { startFleet, stopFleet } = await import('../replicas/fleet.mjs');
const { Pusher } = await import('../replicas/pusher.mjs');
const { percentile } = await import('../resilience/clients.mjs');
const { floorOf, slopePerHour } = await import('./slope.mjs');

const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const MINUTES = Math.min(30, Number(argument('--minutes') ?? 30));
const CLIENTS = 60;
const GROUP = 60;
const SAMPLE_MS = 5_000;
/** Samples of half a minute: the lowest is what garbage collection leaves. */
const GROUP_SAMPLES = 6;
/** The heap and the caches fill in this part of the run: the slope is that of the rest. */
const WARM_UP = 0.4;
const MIN_MINUTES_TO_SAVE = 10;
/** Growth that garbage collection leaves between two samples of a short run. */
const MAX_MIB_PER_HOUR = 60;

async function sample(replicas) {
  return Promise.all(
    replicas.map(async (replica) => {
      const metrics = await replica.metrics();
      return {
        resident_mib: residentMiB(replica.pid),
        heap_mib: metrics.nodejs_heap_size_used_bytes / 2 ** 20,
        event_loop_p99_ms: metrics.nodejs_eventloop_lag_p99_seconds * 1_000,
      };
    }),
  );
}

const round = (value) => Math.round(value * 10) / 10;

const total = (rows, member) => Math.round(rows.reduce((sum, row) => sum + row[member], 0));

/** One line on standard error: standard output has the result alone. */
function printProgress(minutes, readers, pusher, rows) {
  const failed = readers.records.filter(({ status }) => status !== 200).length;
  process.stderr.write(
    `${minutes.toFixed(1)} of ${MINUTES} min: ${readers.records.length} reads, ${failed} failed, ` +
      `${pusher.pushed} pushes; both replicas: ${total(rows, 'resident_mib')} MiB resident, ` +
      `${total(rows, 'heap_mib')} MiB heap; event loop p99 ` +
      `${rows.map(({ event_loop_p99_ms }) => Math.round(event_loop_p99_ms)).join(' and ')} ms\n`,
  );
}

function replicaRow(name, samples, seconds) {
  const from = Math.floor(samples.length * WARM_UP);
  const late = samples.slice(from);
  const slope = (member) => {
    const values = late.map((one) => one[member]);
    return round(slopePerHour(floorOf(values, GROUP_SAMPLES), (seconds / samples.length) * GROUP_SAMPLES));
  };
  const lags = samples.map(({ event_loop_p99_ms }) => event_loop_p99_ms);
  return {
    replica: name,
    resident_mib_first: samples[from].resident_mib,
    resident_mib_last: samples.at(-1).resident_mib,
    resident_mib_per_hour: slope('resident_mib'),
    heap_mib_per_hour: slope('heap_mib'),
    event_loop_p99_ms: round(percentile(lags, 0.5)),
    event_loop_p99_ms_worst: round(Math.max(...lags)),
  };
}

try {
  const fleet = await startFleet({ count: 2, checkEvery: '1s' });
  const readers = new Readers(fleet.balancer.url, CLIENTS, GROUP);
  const pusher = new Pusher(fleet.balancer.url, fleet.chain.url, GROUP + 100, `soak ${Date.now()}`);
  const samples = [];
  const startedMs = performance.now();
  while (performance.now() - startedMs < MINUTES * 60_000) {
    await delay(SAMPLE_MS);
    samples.push(await sample(fleet.replicas));
    if (samples.length % GROUP_SAMPLES === 0)
      printProgress((performance.now() - startedMs) / 60_000, readers, pusher, samples.at(-1));
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const reads = await readers.stop();
  const { records, pushed, lost, twice } = await pusher.stop();
  await stopFleet(fleet);
  const all = [...reads, ...records];
  const failed = all.filter(({ status }) => status !== 200);
  const times = all.map(({ startedMs: from, endedMs }) => endedMs - from);
  const rows = fleet.replicas.map(({ name }, index) =>
    replicaRow(
      name,
      samples.map((one) => one[index]),
      seconds,
    ),
  );
  const result = {
    machine: machine(),
    note: argument('--note') ?? '',
    minutes: MINUTES,
    clients: CLIENTS,
    requests: all.length,
    failed: failed.length,
    error_rate: failed.length / all.length,
    ...(failed.length > 0 ? { example: failed[0].text } : {}),
    pushes: pushed,
    pushes_lost: lost,
    pushes_twice: twice,
    p50_ms: round(percentile(times, 0.5)),
    p99_ms: round(percentile(times, 0.99)),
    replicas: rows,
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  const isLong = MINUTES >= MIN_MINUTES_TO_SAVE;
  if (isLong) {
    const file = path.join(ROOT, 'test', 'load', 'results', 'soak.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  }
  const isFlat = !isLong || rows.every(({ heap_mib_per_hour }) => heap_mib_per_hour < MAX_MIB_PER_HOUR);
  process.exitCode = failed.length === 0 && lost + twice === 0 && isFlat ? 0 : 1;
} finally {
  stopAll();
}
