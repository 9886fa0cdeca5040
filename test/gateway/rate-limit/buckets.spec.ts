import { errorOf, type Platform, startPlatform } from '../../harness/gateway/platform';

describe('buckets', () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform({
      RATE_LIMIT_READ: '5',
      RATE_LIMIT_COMPOSE: '3',
      RATE_LIMIT_RELAY: '1',
      TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    });
  });
  afterEach(() => platform.app.close());

  const statuses = async (count: number, tool: string, forwarded: string) => {
    const answers: number[] = [];
    for (let call = 0; call < count; call++) {
      const answer = await platform.call(tool, { 'x-forwarded-for': forwarded });
      answers.push(answer.status);
      await answer.bytes();
    }
    return answers;
  };

  it('buckets refuse the request after the last allowed one, and say when to come back', async () => {
    expect(await statuses(5, 'get_echo', '203.0.113.1')).toEqual([200, 200, 200, 200, 200]);
    const answer = await platform.call('get_echo', { 'x-forwarded-for': '203.0.113.1' });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(answer.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    expect(await errorOf(answer)).toBe(
      'rate limit exceeded for the read bucket (5 per minute); retry in 60s',
    );
  });

  it('buckets are shown on every counted answer, refused ones included', async () => {
    for (const body of ['{"account":"alice"}', '{"acount":"alice"}']) {
      const answer = await platform.post('/v1/tools/get_echo', body);
      expect(answer.headers.get('ratelimit-limit')).toBe('5');
      expect(answer.headers.get('ratelimit-policy')).toBe('5;w=60');
      expect(Number(answer.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    const answer = await platform.call('get_echo');
    expect(answer.headers.get('ratelimit-remaining')).toBe('2');
  });

  it('buckets count the tools of one bucket together and other buckets apart', async () => {
    expect(await statuses(3, 'get_echo', '203.0.113.1')).toEqual([200, 200, 200]);
    expect(await statuses(3, 'break_echo', '203.0.113.1')).toEqual([500, 500, 429]);
    expect(await statuses(4, 'compose_echo', '203.0.113.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses(2, 'relay_echo', '203.0.113.1')).toEqual([200, 429]);
  });

  it('buckets count clients apart, whatever a client writes into X-Forwarded-For', async () => {
    expect(await statuses(2, 'relay_echo', '203.0.113.1')).toEqual([200, 429]);
    expect(await statuses(1, 'relay_echo', '203.0.113.2')).toEqual([200]);
    expect(await statuses(1, 'relay_echo', '198.51.100.1, 203.0.113.1')).toEqual([429]);
    expect(await statuses(1, 'relay_echo', '10.1.1.1, 203.0.113.1, 10.0.0.5')).toEqual([429]);
  });

  it('buckets count a /64 as one client, and a mapped address as the IPv4 it is', async () => {
    expect(await statuses(1, 'relay_echo', '2001:db8:1:2::1')).toEqual([200]);
    expect(await statuses(1, 'relay_echo', '2001:db8:1:2:ffff::9')).toEqual([429]);
    expect(await statuses(1, 'relay_echo', '2001:db8:1:3::1')).toEqual([200]);
    expect(await statuses(1, 'relay_echo', '203.0.113.7')).toEqual([200]);
    expect(await statuses(1, 'relay_echo', '::ffff:203.0.113.7')).toEqual([429]);
  });

  it('buckets do not count what has no bucket', async () => {
    for (let call = 0; call < 10; call++) {
      const answer = await fetch(`${platform.url}/health`);
      expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, null]);
    }
  });
});
