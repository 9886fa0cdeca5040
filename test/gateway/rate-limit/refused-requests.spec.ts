import { errorOf, type Platform, startPlatform } from '../../harness/gateway/platform';
import { type RedisServer, startRedis } from '../../harness/process/redis';

const LIMITS = { RATE_LIMIT_RELAY: '5', RATE_LIMIT_RELAY_REFUSED: '8' };
const GOOD = '{"account":"alice"}';
const MALFORMED = ['{"account":', '{"acount":"alice"}', '{"account":"Alice"}', '[]'];

const relay = (platform: Platform, body: string) => platform.post('/v1/tools/relay_echo', body);

const statusesOf = async (answers: readonly Promise<Response>[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('refused requests of the relay bucket', () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform(LIMITS);
  });
  afterEach(() => platform.app.close());

  it('refused requests of the relay bucket count in a bucket of their own, shown by the headers', async () => {
    for (const [index, body] of MALFORMED.entries()) {
      const answer = await relay(platform, body);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('ratelimit-policy')).toBe('8;w=60');
      expect(answer.headers.get('ratelimit-remaining')).toBe(String(7 - index));
    }
    const answer = await relay(platform, GOOD);
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '5;w=60']);
    expect(answer.headers.get('ratelimit-remaining')).toBe('4');
  });

  it('refused requests of the relay bucket are answered 429 over their limit, as every other relay request of the client then is', async () => {
    for (let call = 0; call < 8; call += 1) expect((await relay(platform, '{}')).status).toBe(400);
    for (const body of ['{}', '{}', GOOD]) {
      const answer = await relay(platform, body);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
      expect(answer.headers.get('ratelimit-remaining')).toBe('0');
      expect(await errorOf(answer)).toContain('for the relay-refused bucket (8 per minute)');
    }
  });

  it('refused requests of the relay bucket do not count once the relay bucket is used up', async () => {
    for (let call = 0; call < 6; call += 1) await relay(platform, GOOD);
    const answer = await relay(platform, '{}');
    expect(await errorOf(answer)).toContain('for the relay bucket (5 per minute)');
  });

  it('refused requests of the relay bucket count as refused in the metrics', async () => {
    await relay(platform, '{}');
    const metrics = await (await fetch(`${platform.managementUrl}/metrics`)).text();
    expect(metrics).toContain('bucket="relay-refused",decision="allowed",counter="memory"} 1');
    expect(metrics).not.toContain('bucket="relay",');
  });
});

describe('refused requests of the relay bucket at two replicas with one Redis', () => {
  let redis: RedisServer;
  let replicas: Platform[];
  beforeEach(async () => {
    redis = await startRedis();
    const env = { ...LIMITS, REDIS_URL: redis.url };
    replicas = await Promise.all([startPlatform(env), startPlatform(env)]);
  });
  afterEach(async () => {
    await Promise.all(replicas.map(({ app }) => app.close()));
    await redis.stop();
  });
  const atOnce = (count: number, bodyOf: (index: number) => string) =>
    statusesOf(Array.from({ length: count }, (_unused, index) => relay(replicas[index % 2]!, bodyOf(index))));

  it('refused requests of the relay bucket at two replicas with one Redis are exactly as many as the limit when 60 arrive at once', async () => {
    expect(await atOnce(60, (index) => MALFORMED[index % MALFORMED.length]!)).toEqual({ 400: 8, 429: 52 });
  });

  it('refused requests of the relay bucket at two replicas with one Redis leave exactly the relay limit to good requests that arrive at once', async () => {
    expect(await atOnce(8, () => '{}')).toEqual({ 400: 8 });
    expect(await atOnce(40, () => GOOD)).toEqual({ 200: 5, 429: 35 });
  });
});
