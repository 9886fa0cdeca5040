// Equal answers from node:http, bare Express and the gateway's tools, side by side in interleaved rounds.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { cpuSeconds, median, ratio } from './machine.mjs';
import { LOAD_CORE, pinned, startServer } from './processes.mjs';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const CONNECTIONS = 16;

/** One burst of equal requests; the CPU time is that of the target's process. */
export async function burst(target, seconds) {
  const [command, args] = pinned(LOAD_CORE, process.execPath, [
    path.join(HERE, 'load.mjs'),
    JSON.stringify({ ...target.request, connections: CONNECTIONS, seconds }),
  ]);
  const before = cpuSeconds(target.pid);
  const { stdout } = await run(command, args);
  const after = cpuSeconds(target.pid);
  const result = JSON.parse(stdout);
  if (result.failed > 0) throw new Error(`${target.name}: ${result.failed} requests failed`);
  return {
    requests: result.requests,
    perSecond: result.requests / result.seconds,
    p99Ms: result.latency_p99_ms,
    cpuMicros: before === undefined ? undefined : ((after - before) * 1e6) / result.requests,
  };
}

/** Requests the gateway has sent to nodes so far. */
async function upstreamRequests(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text();
  const counts = [...text.matchAll(/^gateway_upstream_requests_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Longer than the lifetime of a cached read. */
const FORGET_MS = 400;

/** The checks of networks and profiles in the background ask nodes as well: the fewest of so many calls are its own. */
const COLD_CALLS = 5;

/** Requests to nodes of one call without a cache hit. */
async function upstreamRequestsAlone(request, metricsUrl) {
  const counts = [];
  for (let call = 0; call < COLD_CALLS; call += 1) {
    await new Promise((resolve) => setTimeout(resolve, FORGET_MS));
    const before = await upstreamRequests(metricsUrl);
    await post(request);
    counts.push((await upstreamRequests(metricsUrl)) - before);
  }
  return Math.min(...counts);
}

async function post({ url, body, headers }) {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

async function baselines(name, answer, request) {
  const bytes = Buffer.from(answer).toString('base64');
  const route = new URL(request.url).pathname;
  const start = async (label, file, ...args) => {
    const server = await startServer([path.join(HERE, 'baselines', file), bytes, route, ...args]);
    return { name: `${name}: ${label}`, pid: server.pid, request: { ...request, url: server.url + route } };
  };
  return [
    await start('node:http', 'raw-http.mjs'),
    await start('Express 5, body ignored', 'express.mjs'),
    await start('Express 5, express.json()', 'express.mjs', '--json-body'),
  ];
}

/** One group of rows: the two baselines with the exact bytes of the tool's answer, and the tool itself. */
export async function measureGroup({ name, request, pid, metricsUrl, rounds, seconds }) {
  const answer = await post(request);
  const targets = [
    ...(await baselines(name, answer, request)),
    { name: `${name}: gateway, everything on`, pid, request },
  ];
  const requestsAlone = await upstreamRequestsAlone(request, metricsUrl);
  const samples = new Map(targets.map((target) => [target, []]));
  for (const target of targets) await burst(target, 1); // warm-up
  const upstreamBefore = await upstreamRequests(metricsUrl);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) samples.get(target).push(await burst(target, seconds));
  }
  const upstream = (await upstreamRequests(metricsUrl)) - upstreamBefore;
  const rows = targets.map((target) => ({
    name: target.name,
    answer_bytes: Buffer.byteLength(answer),
    requests_per_second: Math.round(median(samples.get(target).map((sample) => sample.perSecond))),
    cpu_us_per_request: round1(median(samples.get(target).map((sample) => sample.cpuMicros))),
  }));
  const [raw, bare] = rows;
  const calls = samples.get(targets.at(-1)).reduce((sum, sample) => sum + sample.requests, 0);
  rows.at(-1).upstream_requests_per_call = Math.round((upstream / calls) * 1000) / 1000;
  rows.at(-1).upstream_requests_of_one_call = requestsAlone;
  return rows.map((row) => ({
    ...row,
    ratio_to_raw: ratio(row.requests_per_second, raw.requests_per_second),
    ratio_to_express: ratio(row.requests_per_second, bare.requests_per_second),
  }));
}

const round1 = (value) => (value === undefined ? undefined : Math.round(value * 10) / 10);
