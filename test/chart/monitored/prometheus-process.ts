import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { freePorts } from '../../harness/process/ports';
import { until } from '../../harness/until';

/** A real Prometheus that scrapes ports of this machine every three seconds. */
export class PrometheusProcess {
  #output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly folder: string,
  ) {
    child.stderr?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
  }

  /** @param ports by job */
  static async start(ports: Readonly<Record<string, readonly number[]>>): Promise<PrometheusProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), 'prometheus-'));
    const config = path.join(folder, 'prometheus.yaml');
    const jobs = Object.entries(ports).map(([job, own]) => ({
      job_name: job,
      static_configs: [{ targets: own.map((port) => `127.0.0.1:${port}`) }],
    }));
    writeFileSync(
      config,
      stringify({ global: { scrape_interval: '3s', scrape_timeout: '3s' }, scrape_configs: jobs }),
    );
    const address = `127.0.0.1:${await freePorts()}`;
    const child = spawn(
      'prometheus',
      [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const prometheus = new PrometheusProcess(child, `http://${address}`, folder);
    await until(() => prometheus.#isReady());
    return prometheus;
  }

  /** The samples of an instant query. @throws Error when Prometheus refuses the expression */
  async query(expr: string): Promise<readonly object[]> {
    const answer = await fetch(`${this.url}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expr }),
    });
    const { data, error } = (await answer.json()) as { data?: { result: object[] }; error?: string };
    if (data === undefined) throw new Error(`${expr}: ${error}`);
    return data.result;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true });
  }

  async #isReady(): Promise<boolean> {
    if (this.child.exitCode !== null) throw new Error(this.#output);
    return fetch(`${this.url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
