// `npm run bench:cost`: CPU time of the gateway for one request, the most expensive beside the cheapest of its bucket:
// typical requests and those designed to be expensive, then a search for the dearest request per unit.
// The time is that of the process (process_cpu_seconds_total), so other processes on the machine have little influence.
// --only 'rows|JSON'  measures the rows whose names contain one of these texts, and saves nothing
// --short             searches for a minute and keeps the rows of the last whole run
// --seed 7, --seconds 300  of the search
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { hostileCases, ordinaryCases } = await import('./cost-cases.mjs');
const { searchCosts } = await import('./cost-found.mjs');
const { countOf, measure } = await import('./cost-measure.mjs');
const { startCostServers } = await import('./cost-servers.mjs');
const { machine } = await import('./machine.mjs');
const { mirrorCases } = await import('./mirror-cost-cases.mjs');
const { stopAll } = await import('./processes.mjs');
const { Seeded } = await import('../harness/seeded.ts');

const RESULTS = path.join(ROOT, 'test', 'load', 'results', 'cost.json');
const EFFORT = { warmUpRounds: 5, rounds: 7, burstMs: 250, fewest: 40, most: 1_500 };
const SHORT_SECONDS = '60';
const TARGET = 10;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
  },
});

async function selectedCases(chainUrl) {
  const all = [...(await mirrorCases(chainUrl)), ...ordinaryCases, ...hostileCases];
  const parts = values.only?.split('|');
  return parts === undefined ? all : all.filter(({ name }) => parts.some((part) => name.includes(part)));
}

async function measuredRows(servers) {
  const rows = [];
  for (const request of await selectedCases(servers.chainUrl)) {
    const { bucket, name } = request;
    const cpuMs = await measure(servers, request, EFFORT);
    const { units } = await countOf(servers.gatewayUrl, request);
    rows.push({ bucket, name, cpuMs, units });
    process.stderr.write(`${bucket} ${name}: ${cpuMs.toFixed(3)} ms\n`);
  }
  return rows;
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

function failAbove(names) {
  if (names.length === 0) return;
  process.stderr.write(`over ${TARGET} times the cheapest of the bucket: ${names.join('; ')}\n`);
  process.exitCode = 1;
}

const save = (members) => {
  const before = JSON.parse(readFileSync(RESULTS, 'utf8'));
  writeFileSync(RESULTS, `${JSON.stringify({ ...before, ...members }, null, 2)}\n`);
};

try {
  const servers = await startCostServers();
  if (!values.short) {
    const rows = tableOf(await measuredRows(servers));
    process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
    console.table(rows);
    failAbove(rows.filter(({ note }) => note !== '').map(({ name }) => name));
    if (values.only === undefined) save({ machine: machine(), rounds: EFFORT.rounds, rows });
  }
  if (values.only === undefined) {
    const seconds = Number(values.seconds ?? (values.short ? SHORT_SECONDS : '300'));
    const search = await searchCosts(servers, { Seeded, seed: Number(values.seed), seconds });
    console.table(
      search.rows.map(({ bucket, dearest, times_cheapest }) => ({ bucket, ...dearest, times_cheapest })),
    );
    save({ search });
    const over = search.rows.filter(({ times_cheapest }) => times_cheapest > TARGET);
    failAbove(over.map(({ dearest }) => dearest.request));
  }
} finally {
  stopAll();
}
