// Two releases of the gateway in front of one development chain, each part a process. `gateway`: two replicas with Redis
// and three nodes that can lie. `other`: one replica without Redis, with webhooks and a history node.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { entryPoint, ROOT } from '../../scripts/setup.mjs';
import { settingsOf } from '../liars/stack.mjs';
import { ANY_CORE, freePort, startServer } from '../load/processes.mjs';
import { RedisProcess } from '../replicas/redis-process.mjs';
import { Replica } from '../replicas/replica.mjs';
import { TestNode } from '../resilience/nodes.mjs';
import { Receiver } from './receiver.mjs';
import { ShipProxy } from './ship-proxy.mjs';
import { WebhooksFile } from './webhooks-file.mjs';

const PROFILE = path.join(ROOT, 'libs', 'networks', 'profiles', 'development.yaml');
const LIAR = path.join(ROOT, 'test', 'liars', 'liar-node.mjs');
const DEFECTS = path.join(ROOT, 'test', 'harness', 'process', 'unexpected-errors.cjs');
const NODES = 3;
const REPLICAS = 2;
export const TOKEN = randomBytes(32).toString('hex');
/** Connections of one address, and streams: few, so that a client soon has too many. */
export const CONNECTIONS = 60;
export const STREAMS = 2;

const SETTINGS = {
  MANAGEMENT_TOKEN: TOKEN,
  // Errors and changes of state, with the first lines of failures.
  LOG_LEVEL: 'info',
  // Longer than the 5 s above which a request counts as slow.
  ...{ PUSH_BUDGET_MS: '7000', NODE_TIMEOUT_PUSH_MS: '3000' },
  MAX_CONNECTIONS_PER_ADDRESS: String(CONNECTIONS),
  MAX_STREAMS_PER_ADDRESS: String(STREAMS),
  TRUSTED_PROXIES: '',
  // Longer than the interval of scrapes, as in the chart: the count of an exception is read before the process ends.
  SHUTDOWN_DELAY_MS: '2000',
  // A signal puts a defect into the process.
  NODE_OPTIONS: `--require=${DEFECTS}`,
};

const UNLIMITED = Object.fromEntries(
  ['READ', 'COMPOSE', 'RELAY', 'MIRROR'].map((bucket) => [`RATE_LIMIT_${bucket}`, '0']),
);

async function startReplica(name, env, folder) {
  const replica = await Replica.create(name, env);
  replica.log = path.join(folder, `${name}.log`);
  replica.output = openSync(replica.log, 'a');
  await replica.start();
  return replica;
}

async function startGateway(chain, folder) {
  const redis = await RedisProcess.start();
  const nodes = [];
  for (let index = 0; index < NODES; index += 1)
    nodes.push(Object.assign(await TestNode.start(chain.url, LIAR), { label: `node-${index + 1}` }));
  // Reads that are not compared before they are used are compared soon: a node that lies is asked.
  const env = { ...settingsOf({ nodes, redis, verify: 'quorum' }), ...SETTINGS, NODE_SAMPLE_PERCENT: '50' };
  const replicas = [];
  for (let index = 0; index < REPLICAS; index += 1)
    replicas.push(await startReplica(`gateway-${index + 1}`, env, folder));
  return { job: 'gateway', redis, nodes, replicas, networksFile: env.NETWORKS_FILE };
}

async function startHistory(chain, folder) {
  const ship = await ShipProxy.start(chain.shipPort);
  const managementPort = await freePort();
  const history = await startServer(
    [entryPoint('history')],
    {
      ...{ HISTORY_SHIP_URL: `ws://127.0.0.1:${ship.port}`, HISTORY_CHAIN_URL: chain.url },
      ...{ HISTORY_NAME: 'mainnet', HISTORY_PORT: String(await freePort()) },
      ...{ HISTORY_MANAGEMENT_PORT: String(managementPort), HISTORY_STATE_DIR: path.join(folder, 'history') },
      // Blocks that are on their way: few, so that a slow connection shows at once.
      HISTORY_CREDITS: '2',
    },
    ANY_CORE,
  );
  return { ...history, ship, managementPort };
}

async function startOther(chain, folder) {
  const history = await startHistory(chain, folder);
  const receiver = await Receiver.start();
  const webhooks = new WebhooksFile(folder, receiver);
  const networksFile = path.join(folder, 'other.yaml');
  const capabilities = ['history', 'trace', 'v2', 'stream'];
  const nodes = [
    { url: chain.url, label: 'chain' },
    { url: history.url, label: 'history', capabilities },
  ];
  const mainnet = { chain_id: 'first-contact', profile: PROFILE, real_funds: false, nodes };
  writeFileSync(networksFile, stringify({ networks: { mainnet } }));
  const env = { ...SETTINGS, ...UNLIMITED, NETWORKS_FILE: networksFile, WEBHOOKS_FILE: webhooks.file };
  return {
    job: 'other',
    replicas: [await startReplica('other-1', env, folder)],
    history,
    receiver,
    webhooks,
  };
}

export async function startReleases() {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  const shipPort = await freePort();
  const chainEnv = {
    ...{ DEVCHAIN_PORT: String(await freePort()), DEVCHAIN_SHIP_PORT: String(shipPort) },
    ...{ DEVCHAIN_NAME: 'mainnet', DEVCHAIN_SIMULATION: 'on' },
  };
  const chain = { ...(await startServer([entryPoint('devchain')], chainEnv, ANY_CORE)), shipPort };
  const gateway = await startGateway(chain, folder);
  const other = await startOther(chain, folder);
  return { chain, gateway, other, folder };
}

export async function stopReleases({ gateway, other, folder }) {
  await Promise.all([...gateway.replicas, ...other.replicas].map((replica) => replica.kill()));
  await Promise.all(gateway.nodes.map((node) => node.stop()));
  await gateway.redis.stop();
  await other.receiver.stop();
  other.history.ship.cut();
  rmSync(folder, { recursive: true });
}

const target = (managementPort, pod) => ({ address: `127.0.0.1:${managementPort}`, pod });

/** Management ports that Prometheus scrapes, by release. */
export const targetsOf = ({ gateway, other }) =>
  [gateway, other].map(({ job, replicas, history }) => ({
    job,
    targets: [
      ...replicas.map(({ managementPort, name }) => target(managementPort, name)),
      ...(history === undefined ? [] : [target(history.managementPort, 'history-0')]),
    ],
  }));
