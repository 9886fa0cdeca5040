// A development chain, nodes in front of it that can lie, Redis, and replicas of the gateway: each a process of its own.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { entryPoint, ROOT } from '../../scripts/setup.mjs';
import { ANY_CORE, freePort, startServer } from '../load/processes.mjs';
import { temporaryFolder } from '../load/temporary-folder.mjs';
import { Balancer } from '../replicas/balancer.mjs';
import { RedisProcess } from '../replicas/redis-process.mjs';
import { Replica } from '../replicas/replica.mjs';
import { TestNode } from '../resilience/nodes.mjs';

const PROFILE = path.join(ROOT, 'libs', 'networks', 'profiles', 'development.yaml');
const LIAR = path.join(import.meta.dirname, 'liar-node.mjs');
const UNLIMITED = '100000000';
const BUCKETS = ['READ', 'COMPOSE', 'RELAY', 'RELAY_REFUSED', 'MIRROR', 'META'];

function networksFile(nodes, verify) {
  const file = path.join(temporaryFolder('liars-'), 'networks.yaml');
  const rows = nodes.map(({ url, label }) => `{ url: '${url}', label: ${label} }`).join(', ');
  const network = `{ chain_id: first-contact, profile: '${PROFILE}', verify: '${verify}', nodes: [${rows}] }`;
  writeFileSync(file, `networks:\n  mainnet: ${network}\n`);
  return file;
}

/** Settings of a replica in front of these nodes. */
export function settingsOf({ nodes, redis, verify }) {
  return {
    ...Object.fromEntries(BUCKETS.map((bucket) => [`RATE_LIMIT_${bucket}`, UNLIMITED])),
    ...{ NETWORKS_FILE: networksFile(nodes, verify), REDIS_URL: redis.url },
    REDIS_SHARED_SECRET: randomBytes(32).toString('hex'),
    // All clients come from one address.
    ...{ MAX_CONNECTIONS_PER_ADDRESS: '0', LOG_LEVEL: 'fatal' },
    // HAProxy is before them, and answers that do not change are in Redis.
    ...{ TRUSTED_PROXIES: '127.0.0.1', MIRROR_SHARED_CACHE_BYTES: String(2 ** 20) },
  };
}

export async function startStack({ nodeCount, replicaCount, verify = 'quorum' }) {
  const redis = await RedisProcess.start();
  const chainEnv = {
    DEVCHAIN_PORT: String(await freePort()),
    // With the accounts whose positions the readers know: the simulated traffic does not change these.
    ...{ DEVCHAIN_NAME: 'mainnet', DEVCHAIN_SIMULATION: 'on' },
  };
  const chain = await startServer([entryPoint('devchain')], chainEnv, ANY_CORE);
  const nodes = [];
  for (let index = 0; index < nodeCount; index += 1)
    nodes.push(Object.assign(await TestNode.start(chain.url, LIAR), { label: `node-${index + 1}` }));
  const env = settingsOf({ nodes, redis, verify });
  const replicas = [];
  for (let index = 0; index < replicaCount; index += 1) {
    const replica = await Replica.create(`replica-${index + 1}`, env);
    await replica.start();
    replicas.push(replica);
  }
  const balancer = await Balancer.start(replicas, '1s');
  return { chain, nodes, redis, replicas, balancer };
}

export async function stopStack({ nodes, redis, replicas, balancer }) {
  await balancer.stop();
  await Promise.all(replicas.map((replica) => replica.kill()));
  await Promise.all(nodes.map((node) => node.stop()));
  await redis.stop();
}

/** How each replica judges each node, one after the other: { node, state, reason }. */
export async function judgements(replicas) {
  const infos = replicas.map(async ({ managementUrl }) => (await fetch(`${managementUrl}/info`)).json());
  return (await Promise.all(infos)).flatMap(({ networks }) => networks[0].nodes);
}
