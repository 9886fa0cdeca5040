// A Redis that is lost, and one that another program writes to.
import { falsify } from '../../liars/false-redis.mjs';
import { logLine, readyz, shown } from '../look.mjs';
import { Repeated } from '../repeated.mjs';

const lost = {
  name: 'Redis is killed',
  alerts: { GatewayRedisDown: ({ gateway }) => gateway.usesOfRedis.map((use) => ({ use })) },
  async before({ gateway, prometheus }) {
    const samples = await prometheus.query(`group by (use) (gateway_redis_up{job="${gateway.job}"} == 1)`);
    gateway.usesOfRedis = samples.map(({ use }) => use);
    if (gateway.usesOfRedis.length === 0) throw new Error('no replica uses Redis');
  },
  cause: ({ gateway }) => gateway.redis.stop(),
  shows: async ({ gateway }) => shown(await readyz(gateway.replicas[0]), /"redis"/),
  mended: 'Redis is started again, without its data',
  mend: ({ gateway }) => gateway.redis.launch(),
};

const FORGE_MS = 500;

const forged = {
  name: 'a program without the secret writes to Redis',
  alerts: { GatewayRedisForged: () => [{ use: 'heads' }] },
  cause(world) {
    world.forging = new Repeated(() => falsify(world.gateway.redis), FORGE_MS);
  },
  shows: ({ gateway }) => logLine(gateway.replicas[0], /no replica with this REDIS_SHARED_SECRET made/),
  mended: 'the program is stopped',
  mend: ({ forging }) => forging.stop(),
};

export const REDIS_CASES = [forged, lost];
