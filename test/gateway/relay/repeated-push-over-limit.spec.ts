import type { Transaction } from '@app/antelope';
import { Metrics } from '@app/operations';
import { Redis } from 'ioredis';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { signedPush } from './support/signed-push';
import { TRANSFER } from './support/transaction';

const OTHER_TRANSFER: Transaction = { ...TRANSFER, expiration: '2026-11-21T12:04:00' };

/** Whether a replica shares its counts and its pushes. */
async function isShared({ app }: RunningGateway): Promise<boolean> {
  const { values } = await app.get(Metrics).redisUp.get();
  return ['rate-limit', 'push'].every((use) =>
    values.some(({ labels, value }) => labels.use === use && value === 1),
  );
}

describe('push_transaction over the limit of the relay', () => {
  let chain: FakeChain;
  let node: FakeNode;
  let redis: RedisServer;
  let replicas: RunningGateway[];
  beforeEach(async () => {
    chain = new FakeChain('repeated-push-over-limit');
    node = await FakeNode.start(chain);
    node.script = ['take'];
    redis = await startRedis();
    const environment = { REDIS_URL: redis.url, RATE_LIMIT_RELAY: '1' };
    replicas = await Promise.all([0, 1].map(() => startGateway(node.url, undefined, environment)));
    for (const replica of replicas) await until(() => isShared(replica));
  });
  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await Promise.all([node.stop(), redis.stop()]);
  });

  /** Resolves once replicas can read which node the first push went to. */
  async function untilRemembered(): Promise<void> {
    const client = new Redis(redis.url);
    await until(async () => (await client.keys('ctg:holders:mainnet:*')).length === 1);
    client.disconnect();
  }

  async function push(replica: number, transaction = TRANSFER) {
    const answer = await fetch(`${replicas[replica]!.url}/v1/tools/push_transaction`, {
      method: 'POST',
      body: JSON.stringify(signedPush(chain.chainId, transaction)),
    });
    const body = (await answer.json()) as { readonly status?: string };
    return { http: answer.status, status: body.status, retryAfter: answer.headers.get('retry-after') };
  }

  it('push_transaction over the limit is answered unknown by another replica when the same bytes were sent', async () => {
    expect(await push(0)).toMatchObject({ http: 200, status: 'executed' });
    await untilRemembered();
    expect(await push(1)).toEqual({ http: 200, status: 'unknown', retryAfter: '60' });
    expect(await push(1)).toMatchObject({ http: 429 });
    expect(chain.sent).toHaveLength(1);
  });

  it('push_transaction over the limit is refused by another replica when its bytes were never sent', async () => {
    expect(await push(0)).toMatchObject({ http: 200, status: 'executed' });
    expect(await push(1, OTHER_TRANSFER)).toMatchObject({ http: 429 });
    expect(chain.sent).toHaveLength(1);
  });
});
