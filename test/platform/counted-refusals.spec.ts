import { gzipSync } from 'node:zlib';
import { errorOf, type Platform, startPlatform } from './platform';

describe('a body that is refused', () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform({ RATE_LIMIT_READ: '3', MAX_TOOL_BODY_BYTES: '2048' });
  });
  afterEach(() => platform.app.close());

  const refused: [number, string | Buffer, Record<string, string>][] = [
    [400, '{"account":', {}],
    [413, ' '.repeat(3000), {}],
    [415, gzipSync('{}'), { 'content-encoding': 'gzip' }],
  ];
  const send = (index: number): Promise<Response> => {
    const [, body, headers] = refused[index]!;
    return platform.post('/v1/tools/get_echo', body, headers);
  };

  it('counts in the bucket of its tool, and its answer says so', async () => {
    for (const [index, [status]] of refused.entries()) {
      const answer = await send(index);
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([status, String(2 - index)]);
    }
  });

  it('is not looked at once the bucket is used up', async () => {
    for (let call = 0; call < 3; call++) await platform.call('get_echo');
    for (const index of refused.keys()) {
      const answer = await send(index);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await errorOf(answer)).toMatch(/^rate limit exceeded for the read bucket/);
    }
  });

  it('is told in the log and in the metrics as what it is', async () => {
    await platform.post('/v1/tools/get_echo', '{"account":', { 'x-request-id': 'broken-1' });
    const line = platform.log.find(({ requestId }) => requestId === 'broken-1');
    expect(line).toMatchObject({ status: 400, reason: expect.stringContaining('not valid JSON') as string });
    const metrics = await (await fetch(`${platform.managementUrl}/metrics`)).text();
    expect(metrics).toMatch(/tool="get_echo",surface="rest",outcome="BODY_NOT_JSON"/);
  });
});
