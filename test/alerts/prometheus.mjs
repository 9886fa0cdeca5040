// A real Prometheus with the rules of the chart, in front of the management ports of the processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'yaml';
import { freePort } from '../load/processes.mjs';

const EVERY = '1s';
const READY_WITHIN_MS = 60_000;

/** As the ServiceMonitor of the chart labels them: one job for all pods of a release. */
const scrapeConfigs = (releases) =>
  releases.map(({ job, targets }) => ({
    job_name: job,
    static_configs: targets.map(({ address, pod }) => ({
      targets: [address],
      labels: { namespace: 'production', pod },
    })),
  }));

export class Prometheus {
  #child;
  #folder;

  /**
   * @param groups rule groups
   * @param releases [{ job, targets: [{ address, pod }] }]
   */
  static async start(groups, releases) {
    const prometheus = new Prometheus();
    const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
    prometheus.#folder = folder;
    writeFileSync(path.join(folder, 'rules.yaml'), stringify({ groups }));
    const global = { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY };
    const config = { global, rule_files: ['rules.yaml'], scrape_configs: scrapeConfigs(releases) };
    const file = path.join(folder, 'prometheus.yaml');
    writeFileSync(file, stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    prometheus.url = `http://${address}`;
    prometheus.log = path.join(folder, 'log');
    const log = openSync(prometheus.log, 'w');
    const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`];
    const child = spawn('prometheus', [...args, `--web.listen-address=${address}`], {
      stdio: ['ignore', log, log],
    });
    prometheus.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    await prometheus.#untilReady();
    await prometheus.#untilScraped(releases.flatMap(({ targets }) => targets).length);
    return prometheus;
  }

  /** Counters have a value to rise from. */
  async #untilScraped(targets) {
    while ((await this.query('up == 1')).length < targets) await delay(200);
  }

  async #untilReady() {
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    for (;;) {
      const isReady = await fetch(`${this.url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      if (this.#child.exitCode !== null) throw new Error(`prometheus ended: see ${this.log}`);
      if (performance.now() > giveUpAt) throw new Error(`prometheus is not ready: see ${this.log}`);
      await delay(50);
    }
  }

  /** Label sets of the alerts that fire, `alertname` included. */
  async firing() {
    const answer = await fetch(`${this.url}/api/v1/alerts`);
    const { data } = await answer.json();
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
  }

  /** Label sets of the samples of an instant query. */
  async query(expr) {
    const body = new URLSearchParams({ query: expr });
    const { data, error } = await (await fetch(`${this.url}/api/v1/query`, { method: 'POST', body })).json();
    if (data === undefined) throw new Error(`${expr}: ${error}`);
    return data.result.map(({ metric }) => metric);
  }

  async stop() {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
    rmSync(this.#folder, { recursive: true });
  }
}
