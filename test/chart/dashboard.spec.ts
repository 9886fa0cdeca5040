import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MonitoredRun } from './monitored/monitored-run';
import { keyOfAlice, oneRound } from './monitored/traffic';
import { CHART } from './render';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const ROOT = path.join(CHART, '..', '..');
const QUERIES = ['dashboard.json', 'alerts.yaml'].map((file) => `helm/chain-tool-gateway/files/${file}`);
/** Names of a page that look like metrics: an event of the stream, and a member of the signer's policy. */
const OTHER_NAMES = new Set(['history_end', 'history_nodes']);
/** Metrics that a file names. */
const namedIn = (file: string): string[] =>
  [
    ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /\b(?:gateway|history|nodejs|process)_[a-z0-9_]+/g,
    ),
  ]
    .map(([name]) => name)
    .filter((name) => !OTHER_NAMES.has(name));
/** Pages of the documentation with metrics. */
const PAGES = globSync('docs/*/*.md', { cwd: ROOT }).filter((page) => namedIn(page).length > 0);

const read = (file: string): string => readFileSync(path.join(CHART, 'files', file), 'utf8');
const { panels } = JSON.parse(read('dashboard.json')) as { panels: readonly Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    // A variable that selects everything, as Grafana sends it.
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:namespace|job|network)/g, '.*'),
  })),
);

/** Metrics of prom-client about the runtime that no panel shows: they serve the search for a leak. */
const LEFT_OUT = [
  /^nodejs_active_/,
  /^nodejs_eventloop_lag_(?!p99)/,
  /^nodejs_gc_/,
  /^nodejs_heap_/,
  /^nodejs_external_memory_bytes$/,
  /^nodejs_version_info$/,
  /^process_cpu_(?:user|system)_seconds_total$/,
  /^process_(?:heap|virtual_memory)_bytes$/,
  /^process_(?:open|max)_fds$/,
  /^process_start_time_seconds$/,
];

/** Bounds a run that never gets data; asserts nothing about speed. */
const WITHIN_MS = 300_000;
/** Between two rounds of traffic: Prometheus scrapes every three seconds. */
const ROUND_MS = 1000;

describe('the dashboard, in front of two gateways and a history node', () => {
  let run: MonitoredRun;
  beforeAll(async () => {
    run = await MonitoredRun.start();
  });
  afterAll(() => run.stop());

  it('the dashboard has data in every panel', async () => {
    const key = await keyOfAlice(run.chainUrl);
    let empty = queries;
    const endMs = performance.now() + WITHIN_MS;
    for (let round = 0; empty.length > 0 && performance.now() < endMs; round += 1) {
      await Promise.all(run.urls.map((url, index) => oneRound(url, key, `${index} ${round}`)));
      const results = await Promise.all(empty.map(({ expr }) => run.prometheus.query(expr)));
      empty = empty.filter((_, index) => results[index]!.length === 0);
      if (empty.length > 0) await delay(ROUND_MS);
    }
    expect(empty).toEqual([]);
  });

  it('the dashboard selects one release in each of its expressions', () => {
    const selectors = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) =>
        [...expr.matchAll(/\b(?:gateway|history|nodejs|process)_[a-z0-9_]+(\{[^}]*\})?/g)].map(
          ([, labels = '']) => ({ title, labels }),
        ),
      ),
    );
    expect(selectors.length).toBeGreaterThan(queries.length);
    expect(
      selectors.filter(({ labels }) => !labels.startsWith('{namespace=~"$namespace", job=~"$job"')),
    ).toEqual([]);
  });

  it('the dashboard shows every exported metric besides those left out by name', async () => {
    const text = read('dashboard.json');
    const exported = await run.metricNames();
    const missing = [...exported].filter(
      (name) => !text.includes(name) && !LEFT_OUT.some((pattern) => pattern.test(name)),
    );
    expect(missing).toEqual([]);
  });

  it('the dashboard has metrics that the documentation names', async () => {
    const page = readFileSync(path.join(CHART, '..', '..', 'docs', 'how-to', 'operate.md'), 'utf8');
    const own = [...(await run.metricNames())].filter((name) => /^(?:gateway|history)_/.test(name));
    expect(own.length).toBeGreaterThan(30);
    expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it.each([...QUERIES, ...PAGES])('no metric is named in %s that is not exported', async (file) => {
    const exported = await run.metricNames();
    const named = namedIn(file);
    expect(named.length).toBeGreaterThan(0);
    const base = named.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(base.filter((name) => !exported.has(name))).toEqual([]);
  });
});
