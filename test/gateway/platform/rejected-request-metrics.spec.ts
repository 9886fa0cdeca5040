import { gzipSync } from 'node:zlib';
import { errorOf, type Platform, startPlatform } from '../../harness/gateway/platform';

/** Without those that began with 0 and still are. */
const countsOf = async ({ managementUrl }: Platform): Promise<string[]> => {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
  return metrics
    .split('\n')
    .filter((line) => /^gateway_(tool_calls|http_requests)_total\{.*\} [1-9]/.test(line));
};

describe('a tool call with a refused body', () => {
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

  it('a tool call with a refused body counts in the bucket of its tool', async () => {
    for (const [index, [status]] of refused.entries()) {
      const answer = await send(index);
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([status, String(2 - index)]);
    }
  });

  it('a tool call with a refused body is answered with 429 when the bucket is used up', async () => {
    for (let call = 0; call < 3; call++) await platform.call('get_echo');
    for (const index of refused.keys()) {
      const answer = await send(index);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await errorOf(answer)).toMatch(/^rate limit exceeded for the read bucket/);
    }
  });

  it('a tool call with a refused body is logged and counted with the reason of the refusal', async () => {
    await platform.post('/v1/tools/get_echo', '{"account":', { 'x-request-id': 'broken-1' });
    const line = platform.log.find(({ requestId }) => requestId === 'broken-1');
    expect(line).toMatchObject({ status: 400, reason: expect.stringContaining('not valid JSON') as string });
    for (const index of [1, 2]) await send(index);
    const counts = await countsOf(platform);
    for (const outcome of ['BODY_NOT_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_ENCODING']) {
      expect(counts).toContainEqual(
        expect.stringContaining(`tool="get_echo",surface="rest",outcome="${outcome}"`),
      );
    }
  });
});

describe('a tool path with a refused method', () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform();
  });
  afterEach(() => platform.app.close());

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])(
    'the refused method %s counts for the tool of the path',
    async (method) => {
      for (const path of ['/v1/tools/get_echo', '/v1/tools/get_echo/?x=1']) {
        const answer = await fetch(platform.url + path, { method });
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      }
      expect(await countsOf(platform)).toEqual([
        `gateway_http_requests_total{route="/v1/tools/get_echo",method="${method}",status="405"} 2`,
        'gateway_tool_calls_total{tool="get_echo",surface="rest",outcome="METHOD_NOT_ALLOWED"} 2',
      ]);
    },
  );

  it('a refused method counts for no tool when it is OPTIONS or the tool is unknown', async () => {
    await fetch(`${platform.url}/v1/tools/get_echo`, { method: 'OPTIONS' });
    await fetch(`${platform.url}/v1/tools/nosuch`);
    expect(await countsOf(platform)).toEqual([
      'gateway_http_requests_total{route="other",method="OPTIONS",status="204"} 1',
      'gateway_http_requests_total{route="other",method="GET",status="404"} 1',
    ]);
  });
});
