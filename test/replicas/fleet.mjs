// A development chain, Redis, replicas of the gateway and HAProxy in front of them: each a process of its own.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint, ROOT } from '../../scripts/setup.mjs';
import { ANY_CORE, freePort, startServer } from '../load/processes.mjs';
import { temporaryFolder } from '../load/temporary-folder.mjs';
import { Balancer } from './balancer.mjs';
import { RedisProcess } from './redis-process.mjs';
import { Replica } from './replica.mjs';

const PROFILE = path.join(ROOT, 'libs', 'networks', 'profiles', 'development.yaml');

function networksFile(chainUrl) {
  const file = path.join(temporaryFolder('replicas-'), 'networks.yaml');
  const network = `{ chain_id: first-contact, profile: '${PROFILE}', real_funds: false, nodes: ['${chainUrl}'] }`;
  writeFileSync(file, `networks:\n  mainnet: ${network}\n`);
  return file;
}

/**
 * Starts everything; other rate limits and settings are the defaults unless `env` says otherwise.
 * @param checkEvery interval of the balancer's readiness checks, as `1s`
 * @param readLimit requests per minute of the bucket `read`
 */
export async function startFleet({ count, checkEvery, readLimit, env = {} }) {
  const redis = await RedisProcess.start();
  const chainEnv = {
    DEVCHAIN_PORT: String(await freePort()),
    DEVCHAIN_NAME: 'mainnet',
    DEVCHAIN_SIMULATION: 'off',
  };
  const chain = await startServer([entryPoint('devchain')], chainEnv, ANY_CORE);
  const settings = {
    NETWORKS_FILE: networksFile(chain.url),
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_READ: String(readLimit),
    ...env,
  };
  const replicas = await Promise.all(
    Array.from({ length: count }, (_, index) => Replica.create(`replica-${index + 1}`, settings)),
  );
  await Promise.all(replicas.map((replica) => replica.start()));
  const balancer = await Balancer.start(replicas, checkEvery);
  return { chain, redis, replicas, balancer, readLimit };
}

/** Resolves when every replica counts through Redis, or by itself. */
export async function untilShared(replicas, isShared) {
  for (const replica of replicas) {
    while ((await replica.readiness())?.checks.redis?.ok !== isShared) await delay(30);
  }
}

export async function stopFleet({ redis, replicas, balancer }) {
  await balancer.stop();
  await Promise.all(replicas.map((replica) => replica.kill()));
  await redis.stop();
}
