import { Metrics } from '@app/operations';
import { Redis } from 'ioredis';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { allOr } from '../../../harness/long';
import { type RedisServer, startRedis } from '../../../harness/process/redis';
import { until } from '../../../harness/until';
import { packAnswer } from '../../../../libs/upstream/src/cache/packed-answer';

const BLOCK = '/v1/chain/get_block';
const SECRET = 'a text that both replicas have in common';
const MAX_BYTES = 65_536;
const BODY_BYTES = 4_000;

let server: RedisServer;
let redis: Redis;
let node: FakeNode;
let replicas: RunningGateway[];

beforeEach(async () => {
  server = await startRedis();
  redis = new Redis(server.url, { lazyConnect: true, retryStrategy: () => 100 });
  redis.on('error', () => undefined);
  await redis.connect();
  const chain = new FakeChain('shared answers');
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
  chain.headBlockNum = 5_000;
  node = await FakeNode.start(chain);
  node.override = (path, body, response) => {
    if (path !== BLOCK) return false;
    json(response, 200, { asked: JSON.parse(body) as object, text: 'x'.repeat(BODY_BYTES) });
    return true;
  };
  const env = {
    ...{ REDIS_URL: server.url, REDIS_KEY_PREFIX: 'test:', RATE_LIMIT_MIRROR: '100000' },
    ...{ MIRROR_SHARED_CACHE_BYTES: String(MAX_BYTES), MIRROR_SHARED_CACHE_SECONDS: '60' },
    REDIS_SHARED_SECRET: SECRET,
  };
  replicas = [await startGateway(node.url, undefined, env), await startGateway(node.url, undefined, env)];
  // Both know head and chain, and have found Redis.
  for (const replica of replicas)
    await until(async () => (await headOf(replica)) === '5000' && (await isUp(replica)));
});
afterEach(async () => {
  for (const replica of replicas) await replica.close();
  redis.disconnect();
  await node.stop();
  await server.stop();
});

async function headOf({ url }: RunningGateway): Promise<string | null> {
  const answer = await fetch(`${url}/v1/chain/get_info`);
  await answer.text();
  return answer.headers.get('x-head-block');
}

const isUp = async ({ app }: RunningGateway): Promise<boolean> =>
  (await app.get(Metrics).registry.metrics()).includes('gateway_redis_up{use="answers"} 1');

async function ask(
  replica: number,
  block: unknown,
): Promise<{ cache: string | null; status: number; text: string }> {
  const body = JSON.stringify({ block_num_or_id: block });
  const answer = await fetch(replicas[replica]!.url + BLOCK, { method: 'POST', body });
  return { cache: answer.headers.get('x-cache'), status: answer.status, text: await answer.text() };
}

const asked = (): number => node.requests.filter(({ path }) => path === BLOCK).length;
const keys = (): Promise<string[]> => redis.keys('test:{answers}:*');

describe('an immutable answer', () => {
  it.each(allOr([[7], ['7'], [`${'0'.repeat(7)}7${'ab'.repeat(28)}`]], [['7']]))(
    'an immutable answer that one replica got is a hit at the other one (block %s)',
    async (block) => {
      const first = await ask(0, block);
      expect(first.cache).toBe('miss');
      await until(async () => (await keys()).length === 3);
      const second = await ask(1, block);
      expect(second).toEqual({ ...first, cache: 'hit' });
      expect(asked()).toBe(1);
      expect((await ask(1, block)).cache).toBe('hit');
    },
  );

  it('an immutable answer is kept under keys with the prefix that expire', async () => {
    await ask(0, 8);
    await until(async () => (await keys()).length === 3);
    for (const key of await keys()) {
      const ttl = await redis.pttl(key);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(60_000);
    }
  });

  it('immutable answers over their bound push out the oldest ones', async () => {
    for (let block = 1; block <= 40; block += 1) await ask(0, block);
    const entries = async () => (await keys()).filter((key) => !/:(?:index|bytes)$/.test(key));
    await until(async () => Number(await redis.get('test:{answers}:bytes')) > MAX_BYTES - 2 * BODY_BYTES);
    const sizes = await Promise.all((await entries()).map((key) => redis.strlen(key)));
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
    expect(await redis.zcard('test:{answers}:index')).toBe(sizes.length);
    await until(async () => (await ask(1, 40)).cache === 'hit');
    expect((await ask(1, 1)).cache).toBe('miss');
  });

  it('an immutable answer is asked of the node again when its value in Redis is damaged', async () => {
    await ask(0, 9);
    await until(async () => (await keys()).length === 3);
    for (const key of await keys())
      if (!/:(?:index|bytes)$/.test(key)) await redis.set(key, '{"status":200}');
    expect(await ask(1, 9)).toMatchObject({ cache: 'miss', status: 200 });
  });

  it('an immutable answer of a node that is not configured is asked of one that is', async () => {
    const first = await ask(0, 12);
    await until(async () => (await keys()).length === 3);
    const [key] = (await keys()).filter((each) => !/:(?:index|bytes)$/.test(each));
    const facts = { status: 200, contentType: 'application/json', node: 'elsewhere', headBlock: 5_000 };
    const answer = { ...facts, bytes: Buffer.from('{"moved":1}') };
    await redis.set(key!, packAnswer(answer, { secret: SECRET, key: key!, nowMs: Date.now() })!, 'KEEPTTL');
    expect(await ask(1, 12)).toEqual(first);
  });

  it.each([
    ['another answer', { status: 200, contentType: 'application/json', node: 'a' }, '{"evil":1}'],
    ['a page', { status: 200, contentType: 'text/html', node: 'a' }, '<script>alert(1)</script>'],
    ['status 101', { status: 101, contentType: 'application/json', node: 'a' }, '{}'],
    ['line feeds in a header', { status: 200, contentType: 'application/json', node: 'a\r\nx: y' }, '{}'],
    ['a large value', { status: 200, contentType: 'application/json', node: 'a' }, 'x'.repeat(1_000_000)],
  ])(
    'an immutable answer is asked of the node again when its value in Redis is forged: %s',
    async (_, facts, body) => {
      const first = await ask(0, 11);
      await until(async () => (await keys()).length === 3);
      const line = JSON.stringify({ ...facts, headBlock: 5_000, storedAtMs: Date.now() });
      for (const key of await keys())
        if (!/:(?:index|bytes)$/.test(key)) await redis.set(key, `${line}\n${body}`);
      expect(await ask(1, 11)).toEqual(first);
    },
  );
});

it.each([
  ['a reversible block', 4_999],
  ['a block above the head', 6_000],
  ['a text that names no block', 'head'],
])('an answer about %s is not shared', async (_, block) => {
  await ask(0, block);
  await ask(0, 7);
  await until(async () => (await keys()).length === 3);
  expect(await ask(1, block)).toMatchObject({ cache: 'miss', status: 200 });
});

it('the loss of Redis leaves each replica with its own answers, and its return is noticed', async () => {
  await ask(0, 10);
  await until(async () => (await keys()).length === 3);
  await server.stop();
  expect(await ask(1, 10)).toMatchObject({ cache: 'miss', status: 200 });
  expect(await ask(1, 10)).toMatchObject({ cache: 'hit', status: 200 });
  expect(await ask(0, 11)).toMatchObject({ cache: 'miss', status: 200 });
  server = await startRedis(server.port);
  for (const replica of replicas) await until(() => isUp(replica));
  await ask(0, 12);
  await until(async () => (await keys()).length === 3);
  expect((await ask(1, 12)).cache).toBe('hit');
});
