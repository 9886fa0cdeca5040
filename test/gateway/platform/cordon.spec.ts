import { systemClock } from '@app/operations';
import { withCode } from '@app/redis';
import { Redis } from 'ioredis';
import { ManagementServer } from '../../../apps/gateway/src/management/management.server';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const TOKEN = 'a token of at least thirty-two characters';
const SECRET = 'a secret of at least thirty-two characters';
const KEY = 'ctg:cordons:mainnet';

interface NodeInfo {
  readonly node: string;
  readonly state: string;
  readonly reason?: string;
  readonly cordoned?: boolean;
}

interface Replica {
  readonly gateway: RunningGateway;
  readonly managementUrl: string;
}

describe('cordoned nodes', () => {
  let nodes: FakeNode[];
  let redis: RedisServer;
  let client: Redis;
  let replicas: Replica[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url);
  });
  beforeEach(async () => {
    await client.flushall();
    const chain = new FakeChain('cordoned nodes');
    chain.headBlockTime = new Date(systemClock.now()).toISOString().replace('Z', '');
    nodes = await Promise.all([0, 1].map(() => FakeNode.start(chain)));
  });
  afterEach(async () => {
    await Promise.all(replicas.map(({ gateway }) => gateway.close()));
    replicas = [];
    await Promise.all(nodes.map((node) => node.stop()));
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  const launch = async (env: NodeJS.ProcessEnv = {}): Promise<Replica> => {
    const named = nodes.map(({ url }, index) => ({ url, name: `node-${index + 1}` }));
    const gateway = await startLabelledGateway(named, {
      env: { NODE_POLL_MS: '100', MANAGEMENT_TOKEN: TOKEN, ...env },
      verify: 'off',
    });
    const management = gateway.app.get(ManagementServer);
    await management.listen();
    const replica = { gateway, managementUrl: management.url };
    replicas.push(replica);
    return replica;
  };
  const start = async (env?: NodeJS.ProcessEnv): Promise<Replica> => {
    const replica = await launch(env);
    await until(async () => (await stateOf(replica)).every(({ state }) => state === 'fit'));
    return replica;
  };
  const inRedis = (): NodeJS.ProcessEnv => ({ REDIS_URL: redis.url, REDIS_SHARED_SECRET: SECRET });
  const startShared = (): Promise<Replica> => start(inRedis());
  const stateOf = async ({ gateway, managementUrl }: Replica): Promise<readonly NodeInfo[]> => {
    await fetch(`${gateway.url}/v1/chain/get_info`);
    const info = (await (await fetch(`${managementUrl}/info`)).json()) as {
      networks: readonly { nodes: readonly NodeInfo[] }[];
    };
    return info.networks[0]!.nodes;
  };
  const isCordoned = async (replica: Replica, index = 0): Promise<boolean> =>
    (await stateOf(replica))[index]!.cordoned === true;
  const command = async (
    { managementUrl }: Replica,
    path: string,
    authorization = `Bearer ${TOKEN}`,
  ): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> => {
    const answer = await fetch(`${managementUrl}/networks/${path}`, {
      method: 'POST',
      headers: authorization === '' ? {} : { authorization },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const served = async ({ gateway }: Replica, reads = 12): Promise<Set<string | null>> => {
    const served = new Set<string | null>();
    for (let read = 0; read < reads; read += 1) {
      const body = JSON.stringify({ account_name: `account${'abcdefghijkl'[read]!}` });
      const answer = await fetch(`${gateway.url}/v1/chain/get_account`, { method: 'POST', body });
      served.add(answer.headers.get('x-upstream'));
    }
    return served;
  };

  it('a cordoned node serves nothing and shows the reason, until it is taken back', async () => {
    const replica = await start();
    expect(await command(replica, 'mainnet/nodes/node-1/cordon')).toEqual({
      status: 200,
      body: { network: 'mainnet', node: 'node-1', cordoned: true, shared: false },
    });
    expect((await stateOf(replica))[0]).toMatchObject({
      state: 'unfit',
      reason: 'is cordoned by an operator',
      cordoned: true,
    });
    expect(await served(replica)).toEqual(new Set(['node-2']));
    const metrics = await (await fetch(`${replica.managementUrl}/metrics`)).text();
    expect(metrics).toContain('gateway_node_cordoned{network="mainnet",node="node-1"} 1');
    // The alert on a node that is not used stays silent.
    expect(metrics).not.toContain('gateway_node_fit{network="mainnet",node="node-1"}');
    expect((await command(replica, 'mainnet/nodes/node-1/uncordon')).body).toMatchObject({ cordoned: false });
    await until(async () => (await stateOf(replica))[0]!.state === 'fit');
  });

  it('cordoned nodes: commands without the token, or of unknown networks, nodes and verbs are refused', async () => {
    const replica = await start();
    const refused: [status: number, path: string, authorization?: string][] = [
      [401, 'mainnet/nodes/node-1/cordon', ''],
      [401, 'mainnet/nodes/node-1/cordon', `Bearer ${TOKEN.toUpperCase()}`],
      [401, 'mainnet/nodes/node-1/cordon', 'Bearer a'],
      [404, 'testnet/nodes/node-1/cordon'],
      [404, 'constructor/nodes/node-1/cordon'],
      [404, 'mainnet/nodes/node-3/cordon'],
      [404, 'mainnet/nodes/node-1/restart'],
    ];
    for (const [status, path, authorization] of refused)
      expect(await command(replica, path, authorization)).toEqual({
        status,
        body: { error: expect.any(String) as string },
      });
    expect(await isCordoned(replica)).toBe(false);
  });

  it('cordoned nodes: every command is refused while no token is set', async () => {
    const replica = await start({ MANAGEMENT_TOKEN: undefined });
    expect(await command(replica, 'mainnet/nodes/node-1/cordon')).toEqual({
      status: 403,
      body: { error: 'commands are off; MANAGEMENT_TOKEN turns them on' },
    });
  });

  it('cordoned nodes: the last usable node is not cordoned', async () => {
    const replica = await start();
    await command(replica, 'mainnet/nodes/node-1/cordon');
    expect(await command(replica, 'mainnet/nodes/node-2/cordon')).toEqual({
      status: 409,
      body: { error: 'no other node of mainnet is usable' },
    });
    expect(await served(replica)).toEqual(new Set(['node-2']));
  });

  it('a cordoned node is out of service at all replicas, at one that starts later, and after a loss of Redis', async () => {
    const [one, other] = [await startShared(), await startShared()];
    await until(async () => {
      const { body } = await command(one, 'mainnet/nodes/node-1/cordon');
      return body['shared'] === true;
    });
    await until(() => isCordoned(other));
    const third = await launch(inRedis());
    await until(() => isCordoned(third));
    await client.flushall();
    await until(async () => (await client.hlen(KEY)) === 1);
    await command(other, 'mainnet/nodes/node-1/uncordon');
    for (const replica of [one, third]) await until(async () => !(await isCordoned(replica)));
  });

  it('a value that no replica stated of this node lately cordons none, and is counted', async () => {
    const replica = await startShared();
    const binding = { secret: SECRET, purpose: 'cordon', key: `${KEY}:node-1` };
    const now = systemClock.now();
    const forged = [
      withCode(`1@${now}`, { ...binding, secret: 'x' }),
      withCode(`1@${now}`, { ...binding, key: `${KEY}:node-2` }),
      withCode(`1@${now}`, { ...binding, purpose: 'head' }),
      withCode(`1@${now + 600_000}`, binding),
      `1@${now}`,
    ];
    const counted = async (): Promise<number> => {
      const metrics = await (await fetch(`${replica.managementUrl}/metrics`)).text();
      const [, count] = /gateway_redis_forged_values_total\{use="cordons"\} (\d+)/.exec(metrics) ?? [];
      return Number(count);
    };
    for (const value of forged) {
      const before = await counted();
      await client.hset(KEY, 'node-1', value);
      // Twice: the first read may have begun before the value was there.
      await until(async () => (await counted()) >= before + 2);
      expect(await isCordoned(replica)).toBe(false);
    }
  });

  it('a key of another type or with too many fields is removed, and cordons are still shared', async () => {
    const replica = await startShared();
    await client.set(KEY, 'x');
    await until(async () => (await client.exists(KEY)) === 0);
    await client.hset(KEY, Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, 'x'])));
    await until(async () => (await client.exists(KEY)) === 0);
    await until(async () => (await command(replica, 'mainnet/nodes/node-2/cordon')).body['shared'] === true);
    expect(await client.hkeys(KEY)).toEqual(['node-2']);
  });
});
