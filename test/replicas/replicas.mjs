// `npm run test:replicas`: three replicas, Redis and HAProxy as processes, with readers and pushes on them while Redis,
// then each replica, is lost. Prints a table and saves it under test/load/results/. It fails where a rule is broken.
// `-- --short` has two replicas and lower limits, takes 20 seconds and saves nothing. `-- --json` prints the rows as one
// line of JSON at the end.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureHaproxy, ensureRedis, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();
await ensureHaproxy();

const { machine } = await import('../load/machine.mjs');
const { stopAll } = await import('../load/processes.mjs');
const { startFleet, stopFleet } = await import('./fleet.mjs');
const { brokenRules } = await import('./rules.mjs');
const { exactLimits, frozenReplica, killedReplica, redisLost, rollingRestart } =
  await import('./scenarios.mjs');

const isShort = process.argv.includes('--short');
const isJson = process.argv.includes('--json');
const at = process.argv.indexOf('--only');
/** `--only rollingRestart,killedReplica` runs these alone; results are not saved then. */
const only = at === -1 ? undefined : process.argv[at + 1].split(',');

const FLEET = isShort
  ? { count: 2, checkEvery: '300ms', readLimit: 120, env: { SHUTDOWN_DELAY_MS: '1200' } }
  : { count: 3, checkEvery: '1s', readLimit: 300, env: { SHUTDOWN_DELAY_MS: '5000' } };
const CLIENTS = isShort ? 12 : 60;
/** A pause of a reader keeps it below its limits: a third of its requests are of the bucket `read`. */
const pauses = isShort ? { readMs: 200, pushMs: 120 } : { readMs: 110, pushMs: 60 };
const load = { clients: CLIENTS, pauses, calmMs: isShort ? 400 : 5_000 };
const SCENARIOS = {
  exactLimits: [exactLimits, { clients: isShort ? 3 : 20 }],
  redisLost: [redisLost, { ...load, lostMs: isShort ? 500 : 20_000 }],
  rollingRestart: [rollingRestart, { ...load, rounds: isShort ? 1 : 5 }],
  frozenReplica: [frozenReplica, { ...load, frozenMs: isShort ? 1_500 : 20_000 }],
  killedReplica: [killedReplica, { ...load, goneMs: isShort ? 200 : 10_000, returns: !isShort }],
};

try {
  const fleet = await startFleet(FLEET);
  const rows = [];
  for (const [name, [scenario, options]] of Object.entries(SCENARIOS)) {
    if (only !== undefined && !only.includes(name)) continue;
    rows.push(await scenario(fleet, options));
    if (!isJson) process.stdout.write(`${JSON.stringify(rows.at(-1), null, 2)}\n`);
  }
  await stopFleet(fleet);
  const result = { machine: machine(), replicas: FLEET.count, clients: CLIENTS, ...FLEET.env, rows };
  if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
  if (!isShort && only === undefined) {
    const file = path.join(ROOT, 'test', 'load', 'results', 'replicas.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  }
  const broken = brokenRules(rows);
  for (const rule of broken) process.stderr.write(`broken: ${rule}\n`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  stopAll();
}
