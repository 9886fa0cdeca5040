// `npm run test:liars`: one of three nodes lies, of each kind in turn, in front of replicas that share a Redis and stand
// behind HAProxy, while clients read and transfers are pushed through it. Prints a table and saves it as
// test/load/results/liars.json. `-- --short` is what liars.spec.ts runs: two replicas, less traffic; prints one line of
// JSON and saves nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureHaproxy, ensureRedis, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();
await ensureHaproxy();

const { machine } = await import('../load/machine.mjs');
const { stopAll } = await import('../load/processes.mjs');
const { readsAfterPushes } = await import('./after-push.mjs');
const { blocksOf, falseBlocks } = await import('./blocks.mjs');
const { falsify } = await import('./false-redis.mjs');
const { pushWhileLying } = await import('./pushes.mjs');
const { Readers, truths } = await import('./reads.mjs');
const { judgements, startStack, stopStack } = await import('./stack.mjs');

const isShort = process.argv.includes('--short');
const NODES = 3;
const REPLICAS = isShort ? 2 : 3;
const CLIENTS = isShort ? 4 : 12;
const READS = isShort ? 24 : 300;
const PUSHES = isShort ? 4 : 12;
/** Between two reads of a client. The short form waits for as many reads, and makes fewer while it waits for nodes. */
const PAUSE_MS = isShort ? 150 : 30;
const READ_AFTER = isShort ? 4 : 200;
/** `--verify off` shows what a liar does to a gateway that compares nothing; saves nothing. */
const VERIFY = process.argv.includes('--verify') ? process.argv.at(-1) : 'quorum';
/** A node that fails after its lie, of which nothing may be left. */
const THEN_FAILS = ['head number and rows', 'irreversible number and blocks'];
/**
 * A liar that two others contradict rests for a minute: the lie about rows comes last. The nodes lie in turn, and pushes go
 * to the first ones: the first node forgets them, and claims to have them.
 */
const LIES = [
  ...['head number', 'head time', 'irreversible number', 'forgets pushes', 'irreversible id'],
  ...['head number and rows', 'claims pushes', 'irreversible number and blocks', 'rows'],
];
/** A lie about pushes is seen in no answer that could be compared: it costs the liar nothing but its pushes. */
const IS_SEEN = (lie) => !lie.endsWith(' pushes');
/** How long a liar may stay in use before the run is given up; what was measured is in the result. */
const SEEN_WITHIN_MS = 120_000;
/** The long form measures how long a liar stays in use. */
const LOOK_MS = isShort ? 200 : 50;

/** Resolves to the milliseconds until no replica uses a node, and why. */
async function untilUnfit(replicas, label, sinceMs) {
  for (;;) {
    const judged = (await judgements(replicas)).filter(({ node }) => node === label);
    const elapsedMs = performance.now() - sinceMs;
    if (judged.every(({ state }) => state === 'unfit'))
      return { elapsedMs: Math.round(elapsedMs), why: judged[0].reason };
    if (elapsedMs > SEEN_WITHIN_MS) return { elapsedMs: null, why: judged[0].state };
    await delay(LOOK_MS);
  }
}

async function untilFit({ replicas }) {
  const areFit = async () => (await judgements(replicas)).every(({ state }) => state === 'fit');
  while (!(await areFit())) await delay(LOOK_MS);
}

async function measure(stack, known, lie, turn) {
  const { replicas, nodes, chain, balancer } = stack;
  const liar = nodes[turn % NODES];
  await untilFit(stack);
  const readers = new Readers(balancer.url, known, { count: CLIENTS, pauseMs: PAUSE_MS });
  await readers.further(CLIENTS);
  const sinceMs = performance.now();
  await liar.switchOn(lie);
  const seen = IS_SEEN(lie) ? untilUnfit(replicas, liar.label, sinceMs) : undefined;
  const asked = await blocksOf(balancer.url, chain.url);
  const pushes = await pushWhileLying({
    ...{ urls: replicas.map(({ port }) => `http://127.0.0.1:${port}`), chainUrl: chain.url },
    ...{ run: `${lie} ${sinceMs}`, count: PUSHES },
  });
  await readers.further(READS);
  const { elapsedMs, why } = (await seen) ?? { elapsedMs: null, why: 'not judged by its pushes' };
  const told = await liar.requests();
  if (THEN_FAILS.includes(lie)) {
    await liar.switchOn('fails');
    await readers.further(READS);
  }
  await liar.switchOn('good');
  await readers.further(CLIENTS);
  const kept = await falseBlocks(asked, balancer.url, chain.url);
  return {
    ...{ lie, liar: liar.label, lies_told: told, out_of_use_ms: elapsedMs, reason: why },
    ...(await resultOf(readers, pushes, kept)),
  };
}

/** Someone who can write to Redis, and does not know the secret. */
async function measureRedis(stack, known) {
  const { replicas, chain, balancer, redis } = stack;
  await untilFit(stack);
  const readers = new Readers(balancer.url, known, { count: CLIENTS, pauseMs: PAUSE_MS });
  await readers.further(CLIENTS);
  const asked = await blocksOf(balancer.url, chain.url);
  const told = await falsify(redis);
  const pushes = await pushWhileLying({
    ...{ urls: replicas.map(({ port }) => `http://127.0.0.1:${port}`), chainUrl: chain.url },
    ...{ run: `redis ${performance.now()}`, count: PUSHES },
  });
  await readers.further(READS);
  const kept = await falseBlocks(asked, balancer.url, chain.url);
  return {
    ...{ lie: 'values in Redis', liar: null, lies_told: told, out_of_use_ms: null, reason: 'not authentic' },
    ...(await resultOf(readers, pushes, kept)),
  };
}

async function resultOf(readers, pushes, keptFalse) {
  await readers.stop();
  const { requests, failed, verified, wrong, examples } = readers;
  return {
    ...{ requests, failed, verified, wrong, kept_false: keptFalse },
    ...pushes,
    examples: [...examples, ...pushes.examples].slice(0, 3),
  };
}

function save(result) {
  const file = path.join(ROOT, 'test', 'load', 'results', 'liars.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

try {
  const stack = await startStack({ nodeCount: NODES, replicaCount: REPLICAS, verify: VERIFY });
  await untilFit(stack);
  const known = await truths(`http://127.0.0.1:${stack.replicas[0].port}`);
  const rows = [];
  for (const [turn, lie] of LIES.entries()) {
    rows.push(await measure(stack, known, lie, turn));
    if (!isShort) process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
  rows.push(await measureRedis(stack, known));
  const { balancer, chain } = stack;
  const after = await readsAfterPushes({ url: balancer.url, chainUrl: chain.url, count: READ_AFTER });
  if (!isShort) process.stdout.write(`${JSON.stringify([rows.at(-1), after])}\n`);
  const result = {
    machine: machine(),
    load_average: Math.round(loadavg()[0] * 100) / 100,
    nodes: NODES,
    replicas: REPLICAS,
    clients: CLIENTS,
    lies: rows,
    reads_after_push: after,
  };
  await stopStack(stack);
  if (isShort) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    console.table(rows.map(({ examples: _examples, ...row }) => row));
    if (VERIFY === 'quorum') save(result);
  }
} finally {
  stopAll();
}
