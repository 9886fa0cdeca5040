import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { holdTime, type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { type RedisServer, startRedis } from '../../../harness/process/redis';

const PRODUCERS = '/v1/chain/get_producers';
const BODY = '{"json":true,"limit":5}';
const LIMIT = 12;

let redis: RedisServer;
let chain: FakeChain;
let node: FakeNode;
let gateway: RunningGateway;
let release: () => void;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** An answer that is kept for seconds: neither a block nor the time ends it while the spec runs. */
async function start(env: NodeJS.ProcessEnv): Promise<void> {
  chain = new FakeChain('shortcuts');
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
  node = await FakeNode.start(chain);
  node.override = (path, body, response) => {
    if (path === PRODUCERS) json(response, 200, { rows: [], more: body });
    return path === PRODUCERS;
  };
  gateway = await startGateway(node.url, undefined, {
    ...{ RATE_LIMIT_MIRROR: String(LIMIT), MAX_MIRROR_BODY_BYTES: '1024' },
    ...env,
  });
  release = holdTime();
}
afterEach(async () => {
  release();
  await gateway.close();
  await node.stop();
});

const post = async (body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(gateway.url + PRODUCERS, { method: 'POST', body, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const remaining = ({ headers }: { headers: Headers }): number => Number(headers.get('ratelimit-remaining'));

describe.each([
  ['by this replica', () => ({})],
  ['by Redis', () => ({ REDIS_URL: redis.url, REDIS_KEY_PREFIX: 'shortcuts:' })],
])('an answer at hand, counted %s', (_, env) => {
  beforeEach(() => start(env()));

  it('an answer at hand counts once in the bucket, as one of a node does, and is refused over the limit', async () => {
    const answers = [];
    for (let read = 0; read <= LIMIT; read += 1) answers.push(await post(BODY));
    const refused = answers.pop()!;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ headers }) => headers.get('x-cache')).slice(2)).not.toContain('miss');
    expect(answers.map(remaining)).toEqual(answers.map((_answer, index) => LIMIT - 1 - index));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 429, error: { name: 'Busy' } });
    expect(node.requests.filter(({ path }) => path === PRODUCERS)).toHaveLength(1);
  });
});

describe('an answer at hand', () => {
  beforeEach(() => start({ RATE_LIMIT_MIRROR: '1000' }));

  it('an answer at hand serves only requests that are equal in their parameters', async () => {
    const texts: string[] = [];
    for (const body of [BODY, '{"limit":5,"json":true}', '{"json":true,"limit":6}', BODY])
      for (let time = 0; time < 3; time += 1) texts.push((await post(body)).text);
    const { more: first } = JSON.parse(texts[0]!) as { more: string };
    expect(first).toBe(BODY);
    expect(texts.slice(0, 6)).toEqual(texts.slice(0, 6).map(() => texts[0]));
    expect(texts.slice(6, 9).map((text) => (JSON.parse(text) as { more: string }).more)).toEqual(
      Array(3).fill('{"json":true,"limit":6}'),
    );
    expect(texts.slice(9)).toEqual(Array(3).fill(texts[0]));
  });

  it('an answer at hand has no body for HEAD, and the one of GET for GET', async () => {
    const url = `${gateway.url}${PRODUCERS}?json=true&limit=7`;
    const seen = [];
    for (const method of ['GET', 'GET', 'GET', 'HEAD']) {
      const answer = await fetch(url, { method });
      seen.push([answer.headers.get('x-cache'), answer.headers.get('content-length'), await answer.text()]);
    }
    const [[, length, text]] = seen as [[string, string, string]];
    expect(seen).toEqual([
      ['miss', length, text],
      ['hit', length, text],
      ['hit', length, text],
      ['hit', length, ''],
    ]);
  });

  it('an answer at hand is given in gzip to a client that takes it', async () => {
    node.override = (path, _body, response) => {
      if (path === PRODUCERS) json(response, 200, { rows: Array(500).fill('producer'), more: '' });
      return path === PRODUCERS;
    };
    const plain = [];
    for (let time = 0; time < 3; time += 1) plain.push(await post(BODY, { 'accept-encoding': 'identity' }));
    const zipped = await post(BODY, { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.text).toBe(plain[2]!.text);
    expect(plain[2]!.headers.get('content-encoding')).toBeNull();
  });

  it('an answer at hand leaves the bound of the body as it is', async () => {
    for (let time = 0; time < 3; time += 1) expect((await post(BODY)).status).toBe(200);
    const refused = await post(`{"json":true,"limit":5,"pad":"${'x'.repeat(2_000)}"}`);
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 413, error: { details: [{ file: 'gateway' }] } });
  });
});
