// A development chain, three nodes in front of it, and a gateway on these nodes: each a process of its own.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint, ROOT } from '../../scripts/setup.mjs';
import { freePort, SERVER_CORE, startServer } from '../load/processes.mjs';
import { temporaryFolder } from '../load/temporary-folder.mjs';
import { TestNode } from './nodes.mjs';

const PROFILE = path.join(ROOT, 'libs', 'networks', 'profiles', 'development.yaml');
const UNLIMITED = '100000000';
const BUCKETS = ['READ', 'COMPOSE', 'RELAY', 'RELAY_REFUSED', 'MIRROR', 'META'];
const READY_WITHIN_MS = 60_000;

/** @param core that the chain and the gateway are pinned to, as in a benchmark */
export async function startStack({ nodeCount, gatewayEnv = {}, core = SERVER_CORE }) {
  const chainEnv = {
    DEVCHAIN_PORT: String(await freePort()),
    DEVCHAIN_NAME: 'mainnet',
    DEVCHAIN_SIMULATION: 'off',
  };
  const chain = await startServer([entryPoint('devchain')], chainEnv, core);
  const nodes = [];
  for (let index = 0; index < nodeCount; index += 1) nodes.push(await TestNode.start(chain.url));
  const gateway = await startGateway(nodes, gatewayEnv, core);
  return { chain, nodes, gateway };
}

export async function startGateway(nodes, env = {}, core = SERVER_CORE) {
  const managementPort = await freePort();
  const settings = {
    ...Object.fromEntries(BUCKETS.map((bucket) => [`RATE_LIMIT_${bucket}`, UNLIMITED])),
    NETWORKS_FILE: networksFile(nodes),
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(managementPort),
    // All clients come from one address.
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    LOG_LEVEL: 'silent',
    ...env,
  };
  const gateway = await startServer([entryPoint('gateway')], settings, core);
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  await ready(managementUrl);
  return { ...gateway, managementUrl };
}

function networksFile(nodes) {
  const file = path.join(temporaryFolder('resilience-'), 'networks.yaml');
  const urls = nodes.map(({ url }) => `'${url}'`).join(', ');
  const network = `{ chain_id: first-contact, profile: '${PROFILE}', real_funds: false, nodes: [${urls}] }`;
  writeFileSync(file, `networks:\n  mainnet: ${network}\n`);
  return file;
}

/** Resolves once the gateway says that a node is usable. */
export async function ready(managementUrl) {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${managementUrl}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (performance.now() > giveUpAt) throw new Error('the gateway is not ready');
    await delay(50);
  }
}
