// Equal answers from the gateway's tools and from other servers, side by side in interleaved rounds.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { cpuSeconds, median, ratio } from './machine.mjs';
import { LOAD_CORE, pinned } from './processes.mjs';

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
    p50Ms: result.latency_p50_ms,
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

/** Of a target: the least CPU time is the closest to the cost of the code, as other work on the machine only adds time. */
function summary(samples) {
  const cpu = samples.map(({ cpuMicros }) => cpuMicros);
  return {
    cpu_us_least: round1(Math.min(...cpu)),
    cpu_us_median: round1(median(cpu)),
    per_second: Math.round(median(samples.map(({ perSecond }) => perSecond))),
  };
}

/** Latency of the gateway at half of the throughput that it reached. */
async function atHalf(target, perSecond, seconds) {
  const rate = Math.max(1, Math.round(perSecond / 2));
  const request = { ...target.request, perSecond: rate };
  const { p50Ms, p99Ms } = await burst({ ...target, request }, seconds);
  return { per_second: rate, p50_ms: p50Ms, p99_ms: p99Ms };
}

/**
 * One row: the tool beside servers that answer its exact bytes, in interleaved rounds.
 * @param floors starts these servers for an answer and a route
 */
export async function measureBeside({ name, request, pid, metricsUrl, rounds, seconds, floors }) {
  const answer = await post(request);
  const route = new URL(request.url).pathname;
  const { servers, stop } = await floors(answer, route);
  const targets = [
    { name: 'gateway', pid, request },
    ...Object.entries(servers).map(([label, server]) => ({
      ...{ name: label, pid: server.pid, request: { ...request, url: server.url + route } },
    })),
  ];
  const requestsAlone = await upstreamRequestsAlone(request, metricsUrl);
  const samples = new Map(targets.map((target) => [target, []]));
  for (const target of targets) await burst(target, 1); // warm-up
  const upstreamBefore = await upstreamRequests(metricsUrl);
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets) samples.get(target).push(await burst(target, seconds));
  const upstream = (await upstreamRequests(metricsUrl)) - upstreamBefore;
  const [gateway] = targets;
  const calls = samples.get(gateway).reduce((sum, { requests }) => sum + requests, 0);
  const by = Object.fromEntries(targets.map((target) => [target.name, summary(samples.get(target))]));
  const half = await atHalf(gateway, by.gateway.per_second, seconds);
  stop();
  const times = Object.entries(by)
    .filter(([label]) => label !== 'gateway')
    .map(([label, { cpu_us_least }]) => [label, ratio(by.gateway.cpu_us_least, cpu_us_least)]);
  return {
    ...{ name, answer_bytes: Buffer.byteLength(answer), servers: by },
    ...{ cpu_times: Object.fromEntries(times), at_half_load: half },
    upstream_requests_per_call: Math.round((upstream / calls) * 1000) / 1000,
    upstream_requests_of_one_call: requestsAlone,
  };
}

const round1 = (value) => (value === undefined ? undefined : Math.round(value * 10) / 10);
