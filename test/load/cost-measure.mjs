// CPU time of the gateway's process for one request, and the units that the request counts.
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { bucketOfLimit } from './cost-servers.mjs';

const CONCURRENT = 4;
const RETRY_SECONDS = 60;
const UNIT_SAMPLES = 5;
const LONGEST_ANSWER_MS = 15_000;

/** A request whose parts differ each time has functions in their place. */
const valueOf = (part) => (typeof part === 'function' ? part() : part);

async function cpuSeconds(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

let leastReading = Infinity;

/**
 * CPU seconds of reading the metrics, which are subtracted: the least of the run. A slow reading that is subtracted from
 * a round would make the round too fast.
 */
async function cpuOfReading(metricsUrl) {
  const before = await cpuSeconds(metricsUrl);
  return (leastReading = Math.min(leastReading, (await cpuSeconds(metricsUrl)) - before));
}

/** By fetch, except where the request has a Host of its own: fetch sends that of the URL. */
async function exchange(url, options) {
  if (options.headers.host === undefined) {
    const answer = await fetch(url, options);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  const answer = await request(url, options);
  return { status: answer.statusCode, headers: new Headers(answer.headers), text: await answer.body.text() };
}

/** Without `status` any answer is accepted except that of a busy gateway or node. */
async function send(url, { path, method = 'POST', body, headers = {}, status }) {
  const answer = await exchange(url + valueOf(path), {
    ...{ method, body: valueOf(body), headers: valueOf(headers) },
    signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
  });
  const { text } = answer;
  const isExpected = status === undefined ? answer.status !== 503 : answer.status === status;
  if (!isExpected) throw new Error(`${valueOf(path)}: ${answer.status} ${text.slice(0, 300)}`);
  return {
    bucket: bucketOfLimit(answer.headers.get('ratelimit-limit')),
    remaining: Number(answer.headers.get('ratelimit-remaining') ?? NaN),
  };
}

/**
 * The bucket of a request and how often it counts there: the least of several, because kept answers expire. One unit
 * and no bucket where nothing is counted.
 */
export async function countOf(url, request, retrySeconds = RETRY_SECONDS, samples = UNIT_SAMPLES) {
  const sent = () => withRetries(() => send(url, request), retrySeconds);
  let { bucket, remaining } = await sent();
  const counts = [];
  while (bucket !== undefined && counts.length < samples) {
    const next = await sent();
    if (next.bucket !== bucket) return { bucket: undefined, units: 1 };
    // Less than 1: a window ended in between.
    if (remaining - next.remaining >= 1) counts.push(remaining - next.remaining);
    remaining = next.remaining;
  }
  return { bucket, units: bucket === undefined ? 1 : Math.min(...counts) };
}

async function sendAll(url, request, count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(url, request);
  };
  await Promise.all(Array.from({ length: request.concurrent ?? CONCURRENT }, worker));
}

/** Resolves to what `work` resolves to. A busy node falls behind and is not asked any more: it is tried again then. */
async function withRetries(work, seconds) {
  for (let left = seconds; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0) throw error;
      await delay(1_000);
    }
  }
}

/**
 * CPU milliseconds of one request. Other work on the machine only adds time: the fastest round is the closest to the
 * cost of the code.
 * @param effort { warmUpRounds, rounds, burstMs, fewest, most }: sizes of the rounds in requests, and how long one takes
 */
export async function measure({ gatewayUrl, metricsUrl }, request, effort, retrySeconds = RETRY_SECONDS) {
  const burst = (count) => withRetries(() => sendAll(gatewayUrl, request, count), retrySeconds);
  // A request that is compiled already is the one that an attacker repeats.
  for (let round = 0; round < effort.warmUpRounds; round += 1) await burst(effort.fewest);
  const startedAt = performance.now();
  await burst(effort.fewest);
  const msEach = (performance.now() - startedAt) / effort.fewest;
  const count = Math.min(effort.most, Math.max(effort.fewest, Math.ceil(effort.burstMs / msEach)));
  const rounds = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const timed = async () => {
      const before = await cpuSeconds(metricsUrl);
      await sendAll(gatewayUrl, request, count);
      return (await cpuSeconds(metricsUrl)) - before;
    };
    rounds.push(await withRetries(timed, retrySeconds));
  }
  return ((Math.min(...rounds) - (await cpuOfReading(metricsUrl))) / count) * 1000;
}
