import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { allOrSome } from '../../../harness/long';
import { type RedisServer, startRedis } from '../../../harness/process/redis';

const ABI = '/v1/chain/get_abi';
/** Its answers are kept for a minute, and are at most 1 MiB long. */
const FEATURES = '/v1/chain/get_activated_protocol_features';
const PUSH = '/v1/chain/push_transaction';
const LIST = '/v1/chain/push_transactions';
const LIMIT = 100;
const KIB = 1_024;

let redis: RedisServer;
let node: FakeNode;
let gateways: RunningGateway[];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** Gateways before a node whose answers are as many KiB long as the body says. */
async function start(env: NodeJS.ProcessEnv, count = 1): Promise<void> {
  const chain = new FakeChain('units');
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
  node = await FakeNode.start(chain);
  node.override = (path, body, response) => {
    if (path !== ABI && path !== FEATURES) return false;
    const { kib } = JSON.parse(body) as { kib: number };
    json(response, 200, { abi: 'x'.repeat(kib * KIB) });
    return true;
  };
  gateways = await Promise.all(
    Array.from({ length: count }, () =>
      startGateway(node.url, undefined, { RATE_LIMIT_MIRROR: String(LIMIT), ...env }),
    ),
  );
}
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await node.stop();
});

async function post(path: string, body: string, gateway = 0) {
  const answer = await fetch(gateways[gateway]!.url + path, { method: 'POST', body });
  await answer.arrayBuffer();
  return {
    status: answer.status,
    source: answer.headers.get('x-cache'),
    remaining: Number(answer.headers.get('ratelimit-remaining')),
  };
}

const abiOf = (kib: number, more: object = {}) => JSON.stringify({ account_name: 'alice', kib, ...more });

/** The short form has those by Redis in its last test alone. */
const COUNTERS = allOrSome<readonly [string, () => NodeJS.ProcessEnv]>(
  [
    ['by this replica', () => ({})],
    ['by Redis', () => ({ REDIS_URL: redis.url, REDIS_KEY_PREFIX: `units:${Math.random()}:` })],
  ],
  1,
);

describe.each(COUNTERS)('units counted %s', (_, env) => {
  it('a request of the node API counts once more for each 16 KiB of the answer of a node', async () => {
    await start(env());
    expect(await post(ABI, abiOf(1))).toEqual({ status: 200, source: 'miss', remaining: LIMIT - 1 });
    expect(await post(ABI, abiOf(200))).toEqual({ status: 200, source: 'miss', remaining: LIMIT - 1 - 13 });
  });

  it('a request of the node API counts once more for each 256 KiB of an answer at hand', async () => {
    await start(env());
    const { remaining } = await post(FEATURES, abiOf(600));
    expect(remaining).toBe(LIMIT - 38);
    for (let read = 1; read <= 3; read += 1)
      expect(await post(FEATURES, abiOf(600))).toEqual({
        status: 200,
        source: 'hit',
        remaining: remaining - 3 * read,
      });
  });

  it('a request of the node API counts once more for each 16 KiB of its body', async () => {
    await start(env());
    const { remaining } = await post(ABI, abiOf(1, { unique: 'x'.repeat(100 * KIB) }));
    expect(remaining).toBe(LIMIT - 7);
  });

  it('a request of the node API counts the bytes of its target with those of its body', async () => {
    await start(env());
    const { remaining } = await post(
      `${ABI}?${'x'.repeat(8 * KIB)}`,
      abiOf(1, { unique: 'x'.repeat(12 * KIB) }),
    );
    expect(remaining).toBe(LIMIT - 2);
  });

  it('a request of the node API is refused by the units of its body before a node is asked', async () => {
    await start(env());
    expect((await post(ABI, abiOf(1, { unique: 'x'.repeat(1_700 * KIB) }))).status).toBe(429);
    expect(node.requests.filter(({ path }) => path === ABI)).toEqual([]);
  });

  it('a request of the node API is answered when its answer exceeds the limit, and the next one is refused', async () => {
    await start(env());
    expect(await post(ABI, abiOf(1_700))).toEqual({ status: 200, source: 'miss', remaining: 0 });
    expect((await post(ABI, abiOf(1))).status).toBe(429);
  });

  it('a request of the node API counts the answer of a node that is too large to pass on', async () => {
    await start(env());
    expect(await post(FEATURES, abiOf(1_100))).toMatchObject({ status: 502, remaining: LIMIT - 1 - 64 });
  });

  it('a request of the node API counts four times when it is a push', async () => {
    await start(env());
    expect((await post(PUSH, '{}')).remaining).toBe(LIMIT - 4);
  });

  it('a request of the node API counts once more for each further transaction of a list', async () => {
    await start(env());
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ packed_trx: '' })));
    expect((await post(LIST, list(1))).remaining).toBe(LIMIT - 4);
    expect((await post(LIST, list(31))).remaining).toBe(LIMIT - 4 - 34);
    // Not packed, or by names with escapes: nodes execute them too.
    expect((await post(LIST, JSON.stringify([{ transaction: {} }, { transaction: {} }]))).remaining).toBe(
      LIMIT - 4 - 34 - 5,
    );
    expect((await post(LIST, list(90))).status).toBe(429);
    expect(node.requests.filter(({ path }) => path === LIST)).toHaveLength(3);
  });
});

it('a request of the node API counts no units where its bucket has no limit', async () => {
  await start({ RATE_LIMIT_MIRROR: '0' });
  const url = gateways[0]!.url + ABI;
  const { status, headers } = await fetch(url, {
    method: 'POST',
    body: abiOf(200, { unique: 'x'.repeat(20 * KIB) }),
  });
  expect([status, headers.get('ratelimit-remaining')]).toEqual([200, null]);
});

it('a message of long polling counts once more for each 16 KiB', async () => {
  await start({});
  const { remaining } = await post(
    '/stream/?EIO=4&transport=polling&sid=unknown.node',
    'x'.repeat(100 * KIB),
  );
  expect(remaining).toBe(LIMIT - 7);
});

it('requests of the node API at two replicas share their units', async () => {
  await start({ REDIS_URL: redis.url, REDIS_KEY_PREFIX: 'shared-units:' }, 2);
  const remaining: number[] = [];
  for (const [gateway, kib] of [
    [0, 100],
    [1, 200],
    [0, 16],
  ] as const)
    remaining.push((await post(ABI, abiOf(kib), gateway)).remaining);
  expect(remaining).toEqual([LIMIT - 7, LIMIT - 20, LIMIT - 22]);
});
