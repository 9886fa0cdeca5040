import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { Redis } from 'ioredis';
import { transactionOf } from '../../../libs/antelope/testing/transfer';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { overRest } from '../../harness/gateway/gateway-client';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { signedPush } from './support/signed-push';

const BLOCK_MS = 500;

describe('a replica that is killed', () => {
  let redis: RedisServer;
  let client: Redis;
  let chain: FakeChain;
  let nodes: FakeNode[];
  let replicas: GatewayProcess[];
  let blocks: NodeJS.Timeout;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url);
    chain = new FakeChain('a replica that is killed');
    nodes = await Promise.all([0, 1].map(() => FakeNode.start(chain)));
    produce();
    blocks = setInterval(produce, BLOCK_MS);
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'killed-')), 'networks.yaml');
    const profile = developmentProfileFile();
    const mainnet = { chain_id: chain.chainId, profile, nodes: nodes.map(({ url }) => url) };
    writeFileSync(file, JSON.stringify({ networks: { mainnet } }));
    const env = { NETWORKS_FILE: file, REDIS_URL: redis.url, NODE_POLL_MS: '200' };
    replicas = await Promise.all([0, 1].map(() => GatewayProcess.startManaged(env)));
    for (const replica of replicas) await replica.port();
  });
  afterAll(async () => {
    clearInterval(blocks);
    await Promise.all(replicas.map((replica) => replica.kill()));
    await Promise.all(nodes.map((node) => node.stop()));
    client.disconnect();
    await redis.stop();
  });

  const produce = (): void => {
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    chain.headBlockNum += 1;
  };
  const metricOf = async ({ managementPort }: GatewayProcess, event: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
    const line = text.split('\n').find((each) => each.includes(`event="${event}"`));
    return Number(line?.split(' ').at(-1));
  };

  it('a replica that is killed loses no push: another one sends again what the nodes forgot', async () => {
    for (const node of nodes) node.script = ['acknowledge', 'take'];
    const expiration = new Date(Date.now() + 300_000).toISOString().slice(0, 19);
    const action = {
      ...{ account: 'btc.token', name: 'transfer', data: 'abcd' },
      authorization: [{ actor: 'alice', permission: 'active' }],
    };
    const push = {
      ...signedPush(chain.chainId, transactionOf(expiration, action)),
      wait_for: 'accepted',
    };
    const [first, other] = replicas as [GatewayProcess, GatewayProcess];
    await until(async () => (await metricOf(other, 'taken_over')) === 0);
    const { body } = await overRest(`http://127.0.0.1:${await first.port()}`)('push_transaction', push);
    expect(body).toMatchObject({ status: 'pending', network: 'mainnet' });
    const id = String(body['transaction_id']);
    await until(async () => (await client.hexists('ctg:{watches}:mainnet:leases', id)) === 1);
    await until(() => nodes.every((node) => node.pushes().length === 1));
    await first.kill();
    expect([...chain.applied]).toEqual([]);
    await until(() => chain.applied.has(id));
    expect(await metricOf(other, 'taken_over')).toBe(1);
    expect(await metricOf(other, 'vanished')).toBe(1);
    const again = await overRest(`http://127.0.0.1:${await other.port()}`)('push_transaction', push);
    expect(again.body).toMatchObject({ status: 'already_executed', transaction_id: id });
  });
});
