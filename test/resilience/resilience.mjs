// `npm run test:resilience`: 50 clients read through the gateway while faults are switched on at one, two and all of
// three nodes; then transfers are pushed under changing faults. Prints tables and saves them under test/load/results/.
// `-- --short` takes two minutes, and saves nothing. `-- --json` prints the tables as one line of JSON at the end.
// `-- --once` is what resilience.spec.ts runs: each fault once at two nodes, two faults at all three.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { machine } = await import('../load/machine.mjs');
const { ANY_CORE, SERVER_CORE, stopAll } = await import('../load/processes.mjs');
const { Clients, percentile, READS } = await import('./clients.mjs');
const { FAULTS } = await import('./nodes.mjs');
const { pushUnderFaults } = await import('./pushes.mjs');
const { ready, startStack } = await import('./stack.mjs');

const isOnce = process.argv.includes('--once');
const isShort = isOnce || process.argv.includes('--short');
const isJson = process.argv.includes('--json');
const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
/** `--only stale,forked` measures these faults alone, `--pushes 500` as many pushes; results are not saved then. */
const only = argument('--only')?.split(',');
const CLIENTS = isOnce ? 8 : isShort ? 12 : 50;
/** Of a client after each answer. */
const PAUSE_MS = isOnce ? 40 : 10;
/** Long enough for a p99 that the one of the fault can be compared with. */
const CALM_MS = isOnce ? 200 : isShort ? 700 : 6_000;
/** Longer than the time after which a stale or forked node is known to be bad. */
const FAULT_MS = isOnce ? 1_000 : isShort ? 3_000 : 14_000;
/** A head that stands still at every node is old after 30 s: nothing shows it before. */
const ALL_STALE = { faultMs: 36_000, knownAfterMs: 33_000 };
/** Longer than the shortest deadline: a node that hangs shows by then. */
const FAULT_AT_ALL_MS = isOnce ? FAULT_MS : isShort ? 4_000 : 8_000;
/** `--once` waits this long for a read to fail while all nodes have a fault. */
const FAILS_WITHIN_MS = 60_000;
const AFTER_MS = isOnce ? 200 : isShort ? 500 : 2_000;
/** Requests that begin before, in and after a fault, and that `--once` waits for the answers of. */
const ANSWERS_OF_PHASE = isOnce ? 8 : 0;
/** The gateway may take this long to notice; the target of the latency holds after it. */
const NOTICE_MS = 1_000;
const NODES = 3;
/** Faults that `--once` switches on at all nodes: the end of one shows at once, that of the other by the deadline. */
const ONCE_AT_ALL = ['killed', 'hangs'];
const PUSHES = Number(argument('--pushes') ?? (isShort ? 120 : 10_000));
const CONCURRENT_PUSHES = isOnce ? 4 : 16;
const isPart = isShort || only !== undefined || argument('--pushes') !== undefined;
const PUSH_FAULTS = ['resets', 'hangs', 'killed', 'HTML 502', '429', 'truncated', 'slow', 'flapping'];

const idOf = (packedTrx) => createHash('sha256').update(Buffer.from(packedTrx, 'hex')).digest('hex');
const round = (value) => (value === undefined ? undefined : Math.round(value * 10) / 10);

function summary(records) {
  const times = records.map(({ elapsedMs }) => elapsedMs);
  return { p50: round(percentile(times, 0.5)), p99: round(percentile(times, 0.99)) };
}

/** Numbers of nodes that have a fault at once. All nodes on one fork are the chain: nothing distinguishes them. */
function countsOf(fault) {
  const all = fault === 'forked' ? [] : [NODES];
  if (isOnce) return [NODES - 1, ...(ONCE_AT_ALL.includes(fault) ? all : [])];
  return [1, 2, ...all];
}

async function measureFault(stack, fault, affected) {
  const clients = new Clients(stack.gateway.url, CLIENTS, READS, PAUSE_MS);
  await delay(CALM_MS);
  await clients.answered(ANSWERS_OF_PHASE, 0);
  const faultAt = performance.now();
  const isAll = affected.length === NODES;
  const isAllStale = fault === 'stale' && isAll && !isShort;
  const { faultMs, knownAfterMs } = isAllStale ? ALL_STALE : { faultMs: isAll ? FAULT_AT_ALL_MS : FAULT_MS };
  await Promise.all(affected.map((node) => node.switchOn(fault, knownAfterMs)));
  const onAt = performance.now();
  await delay(faultMs);
  await clients.answered(ANSWERS_OF_PHASE, onAt);
  if (isOnce && isAll) await clients.failed(FAILS_WITHIN_MS);
  const endAt = performance.now();
  await Promise.all(affected.map((node) => node.switchOff(fault)));
  await ready(stack.gateway.managementUrl);
  const recoveredAt = performance.now();
  await delay(AFTER_MS);
  await clients.answered(ANSWERS_OF_PHASE, recoveredAt);
  await clients.stop();
  const between = (from, to) =>
    clients.records.filter(({ startedMs }) => startedMs >= from && startedMs < to);
  const during = between(faultAt, endAt);
  const failed = clients.records.filter(({ status }) => status !== 200);
  const calm = summary(between(0, faultAt));
  const after = summary(between(recoveredAt, Infinity));
  const noticed = summary(between(faultAt + NOTICE_MS, endAt));
  return {
    fault,
    nodes: `${affected.length} of ${NODES}`,
    requests: clients.records.length,
    failed: failed.length,
    bad_answers: clients.records.filter(({ isBad, status }) => isBad && status === 200).length,
    statuses: [...new Set(failed.map(({ status }) => status))].join(' '),
    slowest_failure_ms: round(Math.max(0, ...failed.map(({ elapsedMs }) => elapsedMs))),
    calm_p50: calm.p50,
    calm_p99: calm.p99,
    first_second_p99: summary(during.filter(({ startedMs }) => startedMs < faultAt + NOTICE_MS)).p99,
    fault_p50: noticed.p50,
    fault_p99: noticed.p99,
    after_p99: after.p99,
    p99_times_calm: round(noticed.p99 / calm.p99),
    ...(failed.length > 0 ? { example: failed[0].text } : {}),
  };
}

/** Faults come and go at one and two nodes while transfers are pushed: with `--once` each for its part of the pushes. */
async function measurePushes(stack) {
  let isPushing = true;
  let pushed = 0;
  let faults = 0;
  /** Number of the part of a push, one part for each fault. */
  const partOf = (push) => Math.floor((push * PUSH_FAULTS.length) / PUSHES);
  const disturb = async () => {
    const isOver = (turn) => (isOnce ? turn === PUSH_FAULTS.length : !isPushing);
    for (let turn = 0; !isOver(turn); turn += 1) {
      const fault = PUSH_FAULTS[turn % PUSH_FAULTS.length];
      const affected = stack.nodes.filter((_, index) => (turn + index) % NODES < 1 + (turn % 2));
      await Promise.all(affected.map((node) => node.switchOn(fault)));
      faults += 1;
      if (isOnce) while (isPushing && partOf(pushed) === turn) await delay(20);
      else await delay(isShort ? 500 : 2_000);
      await Promise.all(affected.map((node) => node.switchOff(fault)));
      if (!isOnce) await delay(isShort ? 200 : 500);
    }
  };
  let numbered = 0;
  /** With `--once`, a push waits until the fault of its part is on, which stays on until each push of the part begins. */
  const onPush = async () => {
    const part = partOf(numbered++);
    while (isOnce && faults <= part) await delay(20);
    pushed += 1;
  };
  const disturbance = disturb();
  const pushing = pushUnderFaults({
    gatewayUrl: stack.gateway.url,
    chainUrl: stack.chain.url,
    count: PUSHES,
    concurrent: CONCURRENT_PUSHES,
    onPush,
    idOf,
  });
  const { examples, ...row } = await pushing.finally(() => (isPushing = false));
  await disturbance;
  return { ...row, faults, ...(examples.length > 0 ? { example: examples[0] } : {}) };
}

try {
  const stack = await startStack({ nodeCount: NODES, core: isOnce ? ANY_CORE : SERVER_CORE });
  const reads = [];
  for (const fault of FAULTS.filter((name) => only?.includes(name) ?? true)) {
    for (const count of countsOf(fault)) {
      // The nodes take turns, so that no order of the nodes hides a fault.
      const first = reads.length % NODES;
      const affected = Array.from({ length: count }, (_, index) => stack.nodes[(first + index) % NODES]);
      reads.push(await measureFault(stack, fault, affected));
      if (!isJson) process.stdout.write(`${fault}, ${count} of ${NODES}: ${JSON.stringify(reads.at(-1))}\n`);
    }
  }
  if (!isJson && PUSHES > 0) process.stdout.write(`pushing ${PUSHES} transfers\n`);
  const pushes = PUSHES > 0 ? await measurePushes(stack) : undefined;
  await Promise.all(stack.nodes.map((node) => node.stop()));
  const result = { machine: machine(), clients: CLIENTS, nodes: NODES, reads, pushes };
  if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
    console.table(reads.map(({ example: _example, ...row }) => row));
    if (pushes !== undefined) console.table([pushes]);
  }
  if (!isPart) {
    const file = path.join(ROOT, 'test', 'load', 'results', 'resilience.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  }
} finally {
  stopAll();
}
