// The search of `npm run bench:cost`: the dearest request per unit of each bucket that was found within a time.
import { loadavg } from 'node:os';
import { describeCandidate, mcpOperationsOf, operationsOf, requestOf } from './cost-inputs.mjs';
import { countOf, measure } from './cost-measure.mjs';
import { searchDearest } from './cost-search.mjs';
import { machine } from './machine.mjs';

/** Of a candidate: enough to see which of two costs more. */
const SEARCH_EFFORT = { warmUpRounds: 0, rounds: 1, burstMs: 60, fewest: 15, most: 150 };
/** Of the requests that are reported. */
const REPORT_EFFORT = { warmUpRounds: 2, rounds: 4, burstMs: 200, fewest: 60, most: 400 };
const MOST_CANDIDATES = 20_000;
const REPORTED = 2;

async function listsOf(gatewayUrl) {
  const list = async (method) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
    return (await (await fetch(`${gatewayUrl}/mcp`, { method: 'POST', body })).json()).result;
  };
  const [{ resources }, { prompts }] = await Promise.all([list('resources/list'), list('prompts/list')]);
  return { resources, prompts };
}

const round = (value) => Math.round(value * 10) / 10;

/**
 * @param servers those of startCostServers
 * @param seed the same seed tries the same requests, as far as their measured costs come out in the same order
 */
export async function searchCosts(servers, { Seeded, seed, seconds }) {
  const document = await (await fetch(`${servers.gatewayUrl}/docs/openapi.json`)).json();
  const operations = [
    ...operationsOf(document),
    ...mcpOperationsOf(document, await listsOf(servers.gatewayUrl)),
  ];
  let sent = 0;
  const next = () => (sent += 1);
  let failed = 0;
  const evaluate = async (candidate) => {
    const request = requestOf(candidate, next);
    try {
      const { bucket, units } = await countOf(servers.gatewayUrl, request, 0, 2);
      if (bucket === undefined) return undefined;
      const cost = (await measure(servers, request, SEARCH_EFFORT, 0)) / units;
      process.stderr.write(`${bucket} ${cost.toFixed(3)} ms ${describeCandidate(candidate)}\n`);
      return { bucket, units, cost };
    } catch (error) {
      // A busy node answers 503, which says nothing of the cost: the candidate is counted and left out.
      failed += 1;
      process.stderr.write(`not measured: ${describeCandidate(candidate)}: ${error.message}\n`);
      return undefined;
    }
  };
  const until = performance.now() + seconds * 1_000;
  const { tried, found } = await searchDearest({
    operations,
    random: new Seeded(seed),
    evaluate,
    isOver: (count) => count >= MOST_CANDIDATES || performance.now() > until,
  });
  const report = async ({ candidate }) => {
    const request = requestOf(candidate, next);
    const cpuMs = await measure(servers, request, REPORT_EFFORT);
    const { units } = await countOf(servers.gatewayUrl, request);
    return { request: describeCandidate(candidate), cpu_us: Math.round(cpuMs * 1_000), units };
  };
  const perUnit = ({ cpu_us, units }) => cpu_us / units;
  const rows = [];
  for (const [bucket, { dearest, cheapest }] of found) {
    const [first] = await reportAll(cheapest, report, (a, b) => a.units - b.units || perUnit(a) - perUnit(b));
    const [last] = await reportAll(dearest, report, (a, b) => perUnit(b) - perUnit(a));
    if (first === undefined || last === undefined) continue;
    rows.push({
      bucket,
      dearest: last,
      cheapest: first,
      times_cheapest: round(perUnit(last) / perUnit(first)),
    });
  }
  return { machine: machine(), load_average: loadavg().map(round), seed, seconds, tried, failed, rows };
}

/** Reports of the first entries in order; without those that a busy node kept from being measured. */
async function reportAll(entries, report, order) {
  const reports = [];
  for (const entry of entries.slice(0, REPORTED)) reports.push(await report(entry));
  return reports.sort(order);
}
