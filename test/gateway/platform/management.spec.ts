import { Metrics, ReadinessRegistry } from '@app/operations';
import { type Platform, startPlatform } from '../../harness/gateway/platform';

describe('the management port', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ GIT_COMMIT: 'cbe5100' });
  });
  afterAll(() => platform.app.close());

  const page = async (path: string) => {
    const answer = await fetch(platform.managementUrl + path);
    return { status: answer.status, body: await answer.text() };
  };

  it('the management port is separate from the public port', async () => {
    expect(platform.managementUrl).not.toBe(platform.url);
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(404);
  });

  it('/metrics counts requests by route, tool and status', async () => {
    await platform.call('get_echo');
    await platform.post('/v1/tools/get_echo', '[]');
    await platform.post('/v1/tools/nosuch');
    const { body } = await page('/metrics');
    expect(body).toContain(
      'gateway_http_requests_total{route="/v1/tools/get_echo",method="POST",status="200"} 1',
    );
    expect(body).toContain(
      'gateway_http_requests_total{route="/v1/tools/get_echo",method="POST",status="400"} 1',
    );
    expect(body).toContain('gateway_http_requests_total{route="other",method="POST",status="404"} 1');
    expect(body).toContain('gateway_tool_calls_total{tool="get_echo",surface="rest",outcome="ok"} 1');
    expect(body).toContain(
      'gateway_tool_calls_total{tool="get_echo",surface="rest",outcome="BODY_NOT_OBJECT"} 1',
    );
    expect(body).toContain(
      'gateway_rate_limit_decisions_total{bucket="read",decision="allowed",counter="memory"} 2',
    );
    expect(body).toContain('gateway_http_request_seconds_count{route="/v1/tools/get_echo"} 2');
  });

  it.each(['rest', 'mcp'])(
    'the calls and the failures of the service are 0 for a tool that was never called, by %s',
    async (surface) => {
      const fresh = await startPlatform();
      const { registry } = fresh.app.get(Metrics);
      await fresh.app.close();
      const text = await registry.metrics();
      for (const outcome of ['ok', 'UPSTREAM_UNAVAILABLE', 'OLD_CHAIN', 'OVERLOADED', 'INTERNAL'])
        expect(text).toContain(
          `gateway_tool_calls_total{tool="get_echo",surface="${surface}",outcome="${outcome}"} 0\n`,
        );
    },
  );

  it('the management port answers 503 at /readyz and 200 at /livez while a check fails', async () => {
    const readiness = platform.app.get(ReadinessRegistry);
    readiness.report('networks', false, 'no chain id yet');
    expect(await page('/readyz')).toMatchObject({
      status: 503,
      body: expect.stringContaining('no chain id yet') as string,
    });
    expect(await page('/livez')).toEqual({ status: 200, body: '{"ok":true}' });
    readiness.report('networks', true);
    expect((await page('/readyz')).status).toBe(200);
  });

  it('the management port returns the build at /info', async () => {
    expect(JSON.parse((await page('/info')).body)).toMatchObject({
      name: 'chain-tool-gateway',
      commit: 'cbe5100',
      node: process.version,
      environment: 'test',
    });
  });

  it('the management port lists its pages in the 404 answer', async () => {
    expect(await page('/nope')).toEqual({
      status: 404,
      body: '{"error":"no such page; there are /metrics, /livez, /readyz, /info"}',
    });
  });
});
