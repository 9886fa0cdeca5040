import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  initializeRequest,
  statelessRequest,
  statelessHeaders,
  send,
} from '../../harness/gateway/raw-client';

const CALL = { name: 'demo_book', arguments: { pair: 'btcusdt' } };

describe('the buckets over MCP', () => {
  let gateway: DemoGateway;
  beforeEach(async () => {
    gateway = await startDemoGateway({ RATE_LIMIT_READ: '3', TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  afterEach(() => gateway.close());

  const rest = (): Promise<Response> =>
    fetch(`${gateway.url}/v1/tools/demo_book`, { method: 'POST', body: JSON.stringify(CALL.arguments) });

  it('the buckets over MCP are those of REST, and a refusal is a tool error with the seconds to wait', async () => {
    expect((await rest()).headers.get('ratelimit-remaining')).toBe('2');
    const counted = await send(gateway.mcp, initializeRequest('tools/call', CALL));
    expect(counted.headers.get('ratelimit-remaining')).toBe('1');
    const last = await send(
      gateway.mcp,
      statelessRequest('tools/call', CALL),
      statelessHeaders('tools/call', 'demo_book'),
    );
    expect(last.headers.get('ratelimit-remaining')).toBe('0');

    const refusedByRest = await rest();
    expect(refusedByRest.status).toBe(429);
    const { error } = (await refusedByRest.json()) as { error: string };
    for (const answer of [
      await send(gateway.mcp, initializeRequest('tools/call', CALL)),
      await send(
        gateway.mcp,
        statelessRequest('tools/call', CALL),
        statelessHeaders('tools/call', 'demo_book'),
      ),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('retry-after')).toBe('60');
      const [{ text }] = answer.json.result?.['content'] as [{ text: string }];
      expect([answer.json.result?.['isError'], text]).toEqual([true, error]);
      expect(answer.json.result).not.toHaveProperty('structuredContent');
    }
    expect(error).toBe('rate limit exceeded for the read bucket (3 per minute); retry in 60s');
  });

  it('the buckets over MCP distinguish clients by the address that the proxy reports, as REST does', async () => {
    for (const client of ['192.0.2.1', '192.0.2.2']) {
      const answer = await send(gateway.mcp, initializeRequest('tools/call', CALL), {
        'x-forwarded-for': client,
      });
      expect(answer.headers.get('ratelimit-remaining')).toBe('2');
    }
  });

  it('the buckets over MCP are separate, and count calls that fail by their arguments too', async () => {
    const failing = initializeRequest('tools/call', { name: 'demo_book', arguments: {} });
    expect((await send(gateway.mcp, failing)).headers.get('ratelimit-remaining')).toBe('2');
    const transfer = initializeRequest('tools/call', {
      name: 'demo_transfer',
      arguments: { from: 'alice', amount: '1' },
    });
    expect((await send(gateway.mcp, transfer)).headers.get('ratelimit-limit')).toBe('60');
  });

  it('the buckets of tools do not count other MCP messages', async () => {
    for (const method of ['ping', 'tools/list', 'prompts/list', 'ping', 'ping']) {
      const answer = await send(gateway.mcp, initializeRequest(method));
      expect(answer.headers.get('ratelimit-limit')).toBe('300');
      expect(answer.json.result).toBeDefined();
    }
    const call = await send(gateway.mcp, initializeRequest('tools/call', CALL));
    expect(call.headers.get('ratelimit-remaining')).toBe('2');
  });
});

describe('the bucket of messages that are no tool calls', () => {
  let gateway: DemoGateway;
  afterEach(() => gateway.close());

  const unreached = { name: 'no_such_tool', arguments: {} };
  it.each<[string, string | object, Record<string, string>]>([
    ['a ping', initializeRequest('ping'), {}],
    [
      'an initialize request',
      initializeRequest('initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
      {},
    ],
    ['a list of tools', initializeRequest('tools/list'), {}],
    [
      'a list of tools of the newest revision',
      statelessRequest('tools/list'),
      statelessHeaders('tools/list'),
    ],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
    ['an unknown method', initializeRequest('nonsense'), {}],
    ['broken JSON', '{"jsonrpc', {}],
    ['a body that is too large', 'x'.repeat(300_000), {}],
    ['a batch', [initializeRequest('ping')], {}],
    ['a call of no tool', initializeRequest('tools/call', unreached), {}],
    [
      'a call whose headers do not fit',
      statelessRequest('tools/call', CALL),
      statelessHeaders('tools/call', 'demo_push'),
    ],
  ])(
    'the bucket of messages counts %s once, and refuses it with 429 over the limit',
    async (_what, body, headers) => {
      gateway = await startDemoGateway({ RATE_LIMIT_META: '2' });
      for (const remaining of ['1', '0']) {
        const answer = await send(gateway.mcp, body, headers);
        expect(answer.headers.get('ratelimit-remaining')).toBe(remaining);
        expect(answer.status).not.toBe(429);
      }
      const answer = await send(gateway.mcp, body, headers);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
      expect(answer.json.error).toMatchObject({
        code: 429,
        message: expect.stringContaining('rate limit exceeded for the meta bucket (2 per minute)') as string,
      });
      const call = await send(gateway.mcp, initializeRequest('tools/call', CALL));
      expect([call.status, call.headers.get('ratelimit-remaining')]).toEqual([200, '299']);
    },
  );
});
