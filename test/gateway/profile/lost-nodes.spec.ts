import { ReadinessRegistry } from '@app/operations';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { freePorts } from '../../harness/process/ports';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

describe('readiness of two replicas', () => {
  let chain: TestChain;
  let redis: RedisServer;
  const running: RunningGateway[] = [];
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    redis = await startRedis();
  });
  afterAll(async () => {
    await Promise.all(running.map((gateway) => gateway.close()));
    await chain.close();
    await redis.stop();
  });

  const replica = async (url: string): Promise<RunningGateway> => {
    const env = { REDIS_URL: redis.url, NODE_POLL_MS: '100' };
    const gateway = await startLabelledGateway([{ url, name: 'node-1' }], { env });
    running.push(gateway);
    return gateway;
  };
  const readiness = ({ app }: RunningGateway) => app.get(ReadinessRegistry).state();

  it('a replica whose node is dead is never ready while another one reaches a node', async () => {
    const honest = await replica(chain.url);
    await until(() => readiness(honest).ready);
    const lost = await replica(`http://127.0.0.1:${await freePorts()}`);
    const seen: boolean[] = [];
    const detail = () => readiness(lost).checks['networks']?.detail;
    await until(() => {
      seen.push(readiness(lost).ready);
      return detail() === 'no network has a usable node: another replica reaches one';
    });
    expect(seen).not.toContain(true);
    expect(readiness(honest).ready).toBe(true);
  });
});
