import { Redis } from 'ioredis';
import { codeOf } from './support/code-of';
import { overRest } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const PAYMENT = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.5' };

describe('two replicas that share a Redis', () => {
  let redis: RedisServer;
  let chain: TestChain;
  let replicas: RunningGateway[];
  beforeAll(async () => {
    redis = await startRedis();
    chain = await TestChain.start();
    const env = { REDIS_URL: redis.url };
    replicas = await Promise.all([0, 1].map(() => startGateway(chain.url, undefined, env)));
    for (const index of [0, 1]) await until(async () => (await compose(index, `first-${index}`)).ok);
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await chain.close();
    await redis.stop();
  });

  const compose = (replica: number, request_id: string, changed = {}) =>
    overRest(replicas[replica]!.url)('transfer', { ...PAYMENT, request_id, ...changed });
  const bytesOf = async (replica: number, request_id: string) => {
    const { body } = await compose(replica, request_id);
    return { status: body['status'], transaction: body['transaction'] };
  };

  it('two replicas answer the same bytes for one request_id at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = await Promise.all([0, 1].map((replica) => bytesOf(replica, `round-${round}`)));
      expect(one!.transaction).toBeDefined();
      expect(one!.transaction).toEqual(other!.transaction);
      expect([one!.status, other!.status].sort()).toEqual(['new', 'repeated']);
    }
  });

  it('two replicas refuse the request_id of each other with other arguments', async () => {
    await compose(0, 'other-arguments');
    expect(codeOf(await compose(1, 'other-arguments', { amount: '0.6' }))).toBe('request_id_reused');
  });

  it('two replicas put back what they know when Redis loses its data, and take no new request_id before', async () => {
    const before = await bytesOf(0, 'put-back');
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    const codes = new Set([codeOf(await compose(1, 'put-back'))]);
    await until(async () => {
      const answer = await compose(1, 'put-back');
      if (!answer.ok) codes.add(codeOf(answer));
      return answer.ok;
    }, 100);
    expect([...codes]).toEqual(['request_id_unavailable']);
    expect(await bytesOf(1, 'put-back')).toEqual({ ...before, status: 'repeated' });
  });

  it('two replicas without their Redis answer what they know, and refuse a new request_id', async () => {
    await until(async () => (await compose(0, 'known')).ok, 100);
    const before = await bytesOf(0, 'known');
    await redis.stop();
    await until(async () => codeOf(await compose(0, 'unknown')) === 'request_id_unavailable');
    expect(await bytesOf(0, 'known')).toEqual(before);
    expect(codeOf(await compose(1, 'known'))).toBe('request_id_unavailable');
    const { body } = await overRest(replicas[1]!.url)('transfer', PAYMENT);
    expect(body['status']).toBe('new');
  });
});
