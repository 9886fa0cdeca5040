import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  initializeRequest,
  statelessRequest,
  statelessHeaders,
  send,
} from '../../harness/gateway/raw-client';

const CALL = { name: 'demo_book', arguments: { pair: 'btcusdt' } };
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('origins and messages at POST /mcp', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway({
      RATE_LIMIT_READ: '100000',
      ALLOWED_ORIGINS: 'https://app.example.org',
    });
  });
  afterAll(() => gateway.close());

  it.each<[string, number]>([
    ['http://localhost:5173', 200],
    ['http://127.0.0.1', 200],
    ['https://[::1]:8443', 200],
    ['https://app.example.org', 200],
    ['https://evil.example', 403],
    ['https://app.example.org.evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['null', 403],
    ['garbage', 403],
  ])('POST /mcp answers the origin %s with status %i', async (origin, status) => {
    for (const body of [initializeRequest('ping'), '{"broken']) {
      const answer = await send(gateway.mcp, body, { origin });
      expect(answer.status).toBe(status === 200 && body === '{"broken' ? 400 : status);
    }
  });

  it.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
    [
      'a notification of the newest revision',
      { jsonrpc: '2.0', method: 'notifications/x' },
      statelessHeaders('notifications/x'),
    ],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, {}],
  ])('POST /mcp answers %s with 202 and no body', async (_what, body, headers) => {
    const answer = await send(gateway.mcp, body, headers);
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each(['application/json', 'text/event-stream', 'text/plain', '*/*'])(
    'POST /mcp answers a request with Accept: %s',
    async (accept) => {
      expect((await send(gateway.mcp, initializeRequest('ping'), { accept })).json.result).toEqual({});
    },
  );

  it('POST /mcp accepts a name in base64 and session headers', async () => {
    const headers = {
      ...statelessHeaders('tools/call', base64('demo_book')),
      'mcp-session-id': 'old',
      'last-event-id': '7',
    };
    const answer = await send(gateway.mcp, statelessRequest('tools/call', CALL), headers);
    expect(answer.json.result).toMatchObject({ structuredContent: { pair: 'btcusdt' } });
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });
});

describe('a server that listens on all interfaces', () => {
  it('POST /mcp refuses pages of origins that are not listed, those of its own machine included', async () => {
    const gateway = await startDemoGateway({ HOST: '0.0.0.0' });
    const answer = await send(gateway.mcp, initializeRequest('ping'), { origin: 'http://localhost:5173' });
    expect(answer.status).toBe(403);
    expect((await send(gateway.mcp, initializeRequest('ping'))).status).toBe(200);
    await gateway.close();
  });
});
