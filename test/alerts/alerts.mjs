// `npm run test:alerts`: causes the alerts of the chart. Processes of the gateway, nodes that lie, Redis, a history node
// and a receiver of webhooks stand before a real Prometheus with the rules of the chart, whose durations are a sixtieth.
// Each alert has to fire with its labels, and to resolve after that what docs/how-to/alerts.md says was done. Takes about
// eight minutes, prints a table, and saves it as test/load/results/alerts.json. It fails where an alert of the chart is
// neither caused nor listed with a reason (coverage.mjs). `-- --only 'Redis|hangs'` runs cases by their names and saves
// nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { ensureHaproxy, ensurePrometheus, ensureRedis, giveUp, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();
await ensurePrometheus();
// A part of the suites whose processes are used here.
await ensureHaproxy();

const { machine } = await import('../load/machine.mjs');
const { stopAll } = await import('../load/processes.mjs');
const { CAUSED, TRACKS } = await import('./cases/all.mjs');
const { coverageProblems, NOT_CAUSED } = await import('./coverage.mjs');
const { Prometheus } = await import('./prometheus.mjs');
const { startReleases, stopReleases, targetsOf } = await import('./releases.mjs');
const { runCase } = await import('./run-case.mjs');
const { chartRules, FACTOR, scaledGroups } = await import('./scaled-rules.mjs');
const { Traffic } = await import('./traffic.mjs');
const { WatchedAlerts } = await import('./watched-alerts.mjs');

const at = process.argv.indexOf('--only');
const only = at === -1 ? undefined : new RegExp(process.argv[at + 1]);
/** Alerts of `other` that follow from its cases: its history node is behind. */
const FOLLOWS = ['GatewayNodeUnfit'];

const rules = chartRules().flatMap((group) => group.rules);
const names = rules.map(({ alert }) => alert);
const severities = new Map(rules.map(({ alert, labels }) => [alert, labels?.severity]));
const uncovered = coverageProblems(names, CAUSED, Object.keys(NOT_CAUSED));
if (uncovered.length > 0) giveUp(uncovered.join('\n'));
const problems = [];
const rows = [];
const later = [];

/** A problem of a case is said at the end; the next cases run. */
async function attempt(name, work) {
  try {
    return await work();
  } catch (error) {
    process.stderr.write(`${name}: ${error.stack}\n`);
    problems.push(`${name}: ${error.message}`);
    return undefined;
  }
}

async function runTrack(world, watched, { release, cases }) {
  for (const one of cases.filter(({ name }) => only?.test(name) ?? true)) {
    const ended = await attempt(one.name, () => runCase({ world, watched, job: release, severities }, one));
    if (ended === undefined) continue;
    const { row, resolvedLast } = ended;
    rows.push(row);
    process.stderr.write(`${JSON.stringify(row)}\n`);
    if (resolvedLast !== undefined)
      later.push(attempt(one.name, async () => (row.resolved_last = await resolvedLast)));
  }
}

/** The other release is well besides what its own cases are about: no alert of it may follow from its neighbour. */
function strangers(watched) {
  const own = TRACKS.filter(({ release }) => release === 'other').flatMap(({ cases }) => cases);
  const known = [...own.flatMap(({ alerts }) => Object.keys(alerts)), ...FOLLOWS];
  const fired = watched
    .firedSince(0)
    .filter(({ job, alertname }) => job === 'other' && !known.includes(alertname));
  return fired.map((labels) => `fired without a cause: ${JSON.stringify(labels)}`);
}

function save(result) {
  const file = path.join(ROOT, 'test', 'load', 'results', 'alerts.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

try {
  const releases = await startReleases();
  const prometheus = await Prometheus.start(scaledGroups(chartRules()), targetsOf(releases));
  const watched = new WatchedAlerts(prometheus);
  const traffic = new Traffic(releases.gateway.replicas);
  const otherTraffic = new Traffic(releases.other.replicas);
  const world = { ...releases, prometheus, traffic };
  await Promise.all(TRACKS.map((track) => runTrack(world, watched, track)));
  await Promise.all(later);
  problems.push(...strangers(watched));
  await Promise.all([traffic.stop(), otherTraffic.stop()]);
  await watched.stop();
  await prometheus.stop();
  await stopReleases(releases);
  const result = {
    machine: machine(),
    load_average: Math.round(loadavg()[0] * 100) / 100,
    factor: FACTOR,
    alerts: names.length,
    caused: new Set(CAUSED).size,
    cases: rows,
    not_caused: NOT_CAUSED,
  };
  console.table(
    rows.map(({ alerts, fired_after_ms, resolved_after_ms, case: name }) => ({
      ...{ case: name, alerts: new Set(alerts.map(({ alertname }) => alertname)).size },
      ...{ fired_after_ms, resolved_after_ms },
    })),
  );
  if (problems.length === 0 && only === undefined) save(result);
  for (const problem of problems) process.stderr.write(`problem: ${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  stopAll();
}
