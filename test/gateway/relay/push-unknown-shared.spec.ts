import { Metrics } from '@app/operations';
import { ToolError } from '@app/tooling';
import { Chains } from '@app/upstream';
import type { TestingModule } from '@nestjs/testing';
import { Redis } from 'ioredis';
import { NetworkRegistry } from '../../../apps/gateway/src/network/network-registry';
import { RelayService } from '../../../apps/gateway/src/relay/relay.service';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { ASSERTION, FakeNode, json } from '../../harness/fake-node/fake-node';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { startTools } from '../support/start-tools';
import { signedPush } from './support/signed-push';
import { UNLIMITED } from '../support/unlimited';

/** Whether a replica uses Redis for pushes with unknown outcome. */
async function isShared(replica: TestingModule): Promise<boolean> {
  const { values } = await replica.get(Metrics).redisUp.get();
  return values.some(({ labels, value }) => labels.use === 'push' && value === 1);
}

/** Whether both nodes answered a replica: a push is sent to no node whose chain it does not know. */
const isKnown = (replica: TestingModule): boolean =>
  replica
    .get(Chains)
    .of('mainnet')
    .nodeStatus()
    .every(({ headBlock }) => headBlock !== null);

describe('two replicas that share a Redis', () => {
  let redis: RedisServer;
  let client: Redis;
  let chain: FakeChain;
  let holder: FakeNode;
  let other: FakeNode;
  let replicas: TestingModule[];
  beforeEach(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { disconnectTimeout: 50 }).on('error', () => undefined);
    chain = new FakeChain('push-unknown-shared');
    holder = await FakeNode.start(chain);
    other = await FakeNode.start(chain);
    // The nodes are apart: what the holder executed is not known to the other one.
    other.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_transaction_status') return false;
      json(response, 200, { state: 'UNKNOWN' });
      return true;
    };
    holder.script = ['take-reset', 'busy'];
    holder.hasStatus = false;
    // A refusal for trouble of its own at first: whichever node is asked first, the other one gets the push as well.
    other.script = ['lagging', 'refuse'];
    replicas = await Promise.all([startReplica(), startReplica()]);
  });
  afterEach(async () => {
    client.disconnect();
    await Promise.all(replicas.map((replica) => replica.close()));
    await redis.stop();
    await Promise.all([holder, other].map((node) => node.stop().catch(() => undefined)));
  });

  async function startReplica(settings: NodeJS.ProcessEnv = {}) {
    const environment = { ...LONG_NODE_TIMEOUTS, REDIS_URL: redis.url, ...settings };
    const replica = await startTools([holder.url, other.url], environment);
    await until(async () => isKnown(replica) && (await isShared(replica)));
    return replica;
  }

  const pushTo = (replica: number) =>
    replicas[replica]!.get(RelayService)
      .push(replicas[replica]!.get(NetworkRegistry).of('mainnet'), signedPush(chain.chainId), UNLIMITED)
      .then(
        ({ status }) => status,
        (error: unknown) => (error instanceof ToolError ? error.message : Promise.reject(error as Error)),
      );

  it('push_transaction returns unknown through the other replica until the node that may hold it refuses it', async () => {
    expect(await pushTo(0)).toBe('unknown');
    expect(await pushTo(1)).toBe('unknown');
    const [stored] = await client.keys('ctg:holders:mainnet:*');
    expect(await client.hkeys(stored!)).toEqual([holder.url]);
    expect(await client.pttl(stored!)).toBeLessThanOrEqual(480_000);
    holder.script = ['refuse'];
    expect(await pushTo(1)).not.toBe('unknown');
  });

  it('push_transaction returns the refusal of a node when the node that may hold the push is forged in Redis', async () => {
    expect(await pushTo(0)).toBe('unknown');
    const [stored] = await client.keys('ctg:holders:mainnet:*');
    await client.hset(stored!, holder.url, `${Date.now() + 100_000}:${'0'.repeat(43)}`);
    await client.hset(stored!, 'http://forged.example.org', (await client.hget(stored!, holder.url)) ?? '');
    holder.script = ['refuse'];
    expect(await pushTo(1)).toBe(ASSERTION);
    const { values } = await replicas[1]!.get(Metrics).redisForged.get();
    expect(values).toContainEqual(expect.objectContaining({ labels: { use: 'push' }, value: 2 }));
  });

  it('push_transaction returns unknown again through the same replica after Redis is lost', async () => {
    expect(await pushTo(0)).toBe('unknown');
    await redis.stop();
    expect(await pushTo(0)).toBe('unknown');
  });

  it('push_transaction executes a push while Redis does not answer', async () => {
    replicas.push(await startReplica({ REDIS_COMMAND_TIMEOUT_MS: '2000' }));
    await client.client('PAUSE', 60_000, 'ALL');
    holder.script = ['take'];
    holder.hasStatus = true;
    other.override = () => false;
    expect(await pushTo(2)).toBe('executed');
  });

  it('push_transaction returns the refusal of a transaction that was never sent while Redis is lost', async () => {
    await redis.stop();
    holder.script = ['refuse'];
    other.script = ['refuse'];
    expect(await pushTo(1)).toBe(ASSERTION);
    expect(replicas[1]!.get(Chains).of('mainnet').knownChainId).toBe(chain.chainId);
  });
});
