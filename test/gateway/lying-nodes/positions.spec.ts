import { Metrics } from '@app/operations';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { type LyingNode, lyingNode } from '../../harness/fake-node/lying-node';
import { allOr } from '../../harness/long';
import { TestChain } from '../../harness/node/test-chain';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { allFit, LIES, PATIENT, read, reads, unfitWhy } from './support';

const SETTINGS = { ...PATIENT, NODE_POLL_MS: '100', NODE_MAX_HEAD_AGE_SECONDS: '30' };
const READS = 20;

let chain: TestChain;
let redis: RedisServer;
let proxies: LyingNode[];
const running: RunningGateway[] = [];
beforeAll(async () => {
  chain = await TestChain.start({ blocks: 'timed' });
  redis = await startRedis();
  proxies = await Promise.all([0, 1, 2].map(() => lyingNode(chain.url)));
});
afterAll(async () => {
  await Promise.all(running.map((gateway) => gateway.close()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await chain.close();
  await redis.stop();
});

const labelOf = (index: number): string => `node-${index + 1}`;

/** A replica on the first nodes; all of them are fit unless one lies. */
async function replica(nodes: number, env: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const named = proxies.slice(0, nodes).map(({ url }, index) => ({ url, name: labelOf(index) }));
  const gateway = await startLabelledGateway(named, { env: { ...SETTINGS, ...env } });
  running.push(gateway);
  return gateway;
}

/** Reads from every replica until all have seen the liars; a read that fails ends the test. */
async function untilSeen(replicas: readonly RunningGateway[], liars: readonly number[]): Promise<void> {
  const isSeen = () =>
    replicas.every((one) => liars.every((liar) => unfitWhy(one, labelOf(liar)) !== undefined));
  await until(async () => {
    await Promise.all(replicas.map((one) => read(one)));
    return isSeen();
  });
}

async function restore(replicas: readonly RunningGateway[]): Promise<void> {
  for (const proxy of proxies) Object.assign(proxy, { lie: undefined, isBroken: false });
  await until(async () => {
    await Promise.all(replicas.map((one) => read(one)));
    return replicas.every(allFit);
  });
}

describe.each([
  [1, 3, true, 0],
  [1, 2, false, 1],
  [2, 3, false, 2],
])('a position of the chain that %d of %d nodes make up', (count, nodes, isShared, row) => {
  let replicas: RunningGateway[];
  const liars = [2, 1].filter((index) => index < nodes).slice(0, count);
  beforeAll(async () => {
    const env = isShared ? { REDIS_URL: redis.url } : {};
    replicas = [await replica(nodes, env), ...(isShared ? [await replica(nodes, env)] : [])];
  });
  beforeEach(() => restore(replicas));

  // Two ids of one irreversible block: nothing shows which one is made up, unless more than half of the nodes report one.
  const OF_A_MAJORITY = 'another irreversible id';
  const all = Object.entries(LIES).filter(([name]) => count < nodes / 2 || name !== OF_A_MAJORITY);
  // In the short form each lie is there once, in one of the three fleets.
  const some = all.filter(([name], index) => index % 3 === row || name === OF_A_MAJORITY);
  const lies = allOr(all, some);
  it.each(lies)(
    'nodes that make up %s fail no read, answer none once they are seen, and leave nothing behind',
    async (_, { lie, why }) => {
      for (const liar of liars) proxies[liar]!.lie = lie;
      await untilSeen(replicas, liars);
      const bad = new Set(liars.map(labelOf));
      for (const one of replicas) {
        for (const liar of liars) expect(unfitWhy(one, labelOf(liar))).toMatch(why);
        // The alert GatewayNodeUnfit is for it.
        const metrics = await one.app.get(Metrics).registry.metrics();
        for (const liar of liars)
          expect(metrics).toContain(`gateway_node_fit{network="mainnet",node="${labelOf(liar)}"} 0`);
        expect((await reads(one, READS)).filter((label) => bad.has(label))).toEqual([]);
      }
      for (const liar of liars) proxies[liar]!.isBroken = true;
      for (const one of replicas)
        expect((await reads(one, READS)).filter((label) => bad.has(label))).toEqual([]);
    },
  );

  if (count === 1)
    it('a replica that starts while a node makes up a head number + 50 fails no read', async () => {
      for (const liar of liars) proxies[liar]!.lie = LIES['a head number + 50']!.lie;
      const started = await replica(nodes, isShared ? { REDIS_URL: redis.url } : {});
      await untilSeen([started], liars);
      expect(new Set(await reads(started, READS))).not.toContain(labelOf(liars[0]!));
    });
});
