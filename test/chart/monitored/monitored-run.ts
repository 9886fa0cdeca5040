import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { stringify } from 'yaml';
import { newSecret, webhooksFile } from '../../harness/gateway/webhooks-file';
import { DevchainProcess } from '../../harness/process/devchain-process';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { HistoryProcess } from '../../harness/process/history-process';
import { freePorts } from '../../harness/process/ports';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { PrometheusProcess } from './prometheus-process';

const REPLICAS = 2;
/** A run sends for as long as it takes, from one address. */
const UNLIMITED = Object.fromEntries(
  ['READ', 'RELAY', 'MIRROR'].map((bucket) => [`RATE_LIMIT_${bucket}`, '1000000']),
);

/** Two gateways with Redis and a history node in front of a development chain, scraped by Prometheus: processes all. */
export class MonitoredRun {
  private constructor(
    readonly prometheus: PrometheusProcess,
    /** URLs of the gateways. */
    readonly urls: readonly string[],
    readonly chainUrl: string,
    /** Management ports of the gateways and of the history node. */
    readonly managementPorts: { readonly gateway: readonly number[]; readonly history: readonly number[] },
    private readonly ends: readonly (() => Promise<unknown>)[],
  ) {}

  static async start(): Promise<MonitoredRun> {
    const ends: (() => Promise<unknown>)[] = [];
    const folder = mkdtempSync(path.join(tmpdir(), 'monitored-'));
    ends.push(() => Promise.resolve(rmSync(folder, { recursive: true })));
    try {
      const chain = new DevchainProcess({ DEVCHAIN_SHIP_PORT: '0' });
      ends.push(async () => (chain.stop('SIGKILL'), chain.exitCode()));
      const chainUrl = await chain.url();
      const shipUrl = /state_history (ws:\S+)/.exec(chain.output)![1]!;

      const historyManagement = await freePorts();
      const history = new HistoryProcess({
        HISTORY_SHIP_URL: shipUrl,
        HISTORY_CHAIN_URL: chainUrl,
        HISTORY_MANAGEMENT_PORT: String(historyManagement),
      });
      ends.push(() => history.stop('SIGKILL'));
      const redis = await startRedis();
      ends.push(() => redis.stop());

      const networks = networksFile(folder, chainUrl, await history.url());
      const gateways = await startGateways(networks, redis, ends);
      const urls = await Promise.all(
        gateways.map(async (gateway) => `http://127.0.0.1:${await gateway.port()}`),
      );
      const managementPorts = {
        gateway: gateways.map(({ managementPort }) => managementPort),
        history: [historyManagement],
      };
      for (const port of Object.values(managementPorts).flat()) await until(() => isReady(port));
      const prometheus = await PrometheusProcess.start(managementPorts);
      ends.push(() => prometheus.stop());
      return new MonitoredRun(prometheus, urls, chainUrl, managementPorts, ends);
    } catch (error) {
      await stopAll(ends);
      throw error;
    }
  }

  /** Names of all metrics that the processes export. */
  async metricNames(): Promise<Set<string>> {
    const ports = Object.values(this.managementPorts).flat();
    const texts = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    );
    return new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)));
  }

  stop(): Promise<void> {
    return stopAll(this.ends);
  }
}

async function stopAll(ends: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const end of ends.toReversed()) await end();
}

const isReady = (managementPort: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${managementPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

function networksFile(folder: string, chainUrl: string, historyUrl: string): string {
  const file = path.join(folder, 'networks.yaml');
  const history = { url: historyUrl, label: 'history', capabilities: ['history', 'trace', 'v2', 'stream'] };
  const mainnet = {
    chain_id: 'first-contact',
    real_funds: false,
    profile: developmentProfileFile(),
    nodes: [
      { url: chainUrl.replace('127.0.0.1', 'localhost'), discover: 'addresses', label: 'chain' },
      history,
    ],
  };
  writeFileSync(file, stringify({ networks: { mainnet } }));
  return file;
}

async function startGateways(
  networks: string,
  redis: RedisServer,
  ends: (() => Promise<unknown>)[],
): Promise<GatewayProcess[]> {
  const gateways: GatewayProcess[] = [];
  // A receiver that does not answer has every metric too.
  const webhook = { name: 'desk', url: 'http://127.0.0.1:1/', topics: ['head'] };
  const { file: webhooks } = webhooksFile([webhook], [newSecret()]);
  for (let index = 0; index < REPLICAS; index += 1) {
    const gateway = await GatewayProcess.startManaged({
      ...UNLIMITED,
      NETWORKS_FILE: networks,
      WEBHOOKS_FILE: webhooks,
      REDIS_URL: redis.url,
    });
    gateways.push(gateway);
    ends.push(() => gateway.kill());
  }
  return gateways;
}
