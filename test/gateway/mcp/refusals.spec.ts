import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  initializeRequest,
  statelessRequest,
  statelessHeaders,
  send,
  VERSION,
} from '../../harness/gateway/raw-client';

const CALL = { name: 'demo_book', arguments: { pair: 'btcusdt' } };
const CALL_HEADERS = statelessHeaders('tools/call', 'demo_book');
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

function withoutMeta(key: string): object {
  const request = statelessRequest('tools/list') as { params: { _meta: Record<string, unknown> } };
  return { ...request, params: { _meta: without(request.params._meta as Record<string, string>, key) } };
}

describe('refusals of POST /mcp', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway({
      RATE_LIMIT_READ: '100000',
      ALLOWED_ORIGINS: 'https://app.example.org',
    });
  });
  afterAll(() => gateway.close());

  it.each<[string, string | object, Record<string, string>, number, number]>([
    ['broken JSON', '{"jsonrpc":', {}, 400, -32700],
    ['no body', '', {}, 400, -32700],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', {}, 400, -32600],
    [
      'more than 500 values',
      initializeRequest('ping', { _meta: { x: Array(500).fill(0) } }),
      {},
      400,
      -32600,
    ],
    ['a string', '"hello"', {}, 400, -32600],
    ['null', 'null', {}, 400, -32600],
    ['no JSON-RPC', { hello: 1 }, {}, 400, -32600],
    ['another JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, {}, 400, -32600],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, {}, 400, -32600],
    ['a batch', [initializeRequest('ping'), initializeRequest('ping', {}, 2)], {}, 400, -32600],
    ['a batch of one', [initializeRequest('ping')], {}, 400, -32600],
    ['an empty batch', [], {}, 400, -32600],
    ['a batch of the newest revision', [statelessRequest('tools/list')], {}, 400, -32600],
    [
      'an unknown old version',
      initializeRequest('ping'),
      { 'mcp-protocol-version': '2025-01-01' },
      400,
      -32600,
    ],
    [
      'an unknown new version',
      initializeRequest('ping'),
      { 'mcp-protocol-version': '2031-01-01' },
      400,
      -32602,
    ],
    [
      'an initialize request under the header of the newest revision',
      initializeRequest('initialize'),
      { 'mcp-protocol-version': VERSION },
      400,
      -32020,
    ],
    [
      'the header of the newest revision without an envelope',
      initializeRequest('tools/list'),
      { 'mcp-protocol-version': VERSION },
      400,
      -32602,
    ],
    [
      'no MCP-Protocol-Version',
      statelessRequest('tools/list'),
      without(statelessHeaders('tools/list'), 'mcp-protocol-version'),
      400,
      -32020,
    ],
    [
      'no Mcp-Method',
      statelessRequest('tools/list'),
      without(statelessHeaders('tools/list'), 'mcp-method'),
      400,
      -32020,
    ],
    ['another Mcp-Method', statelessRequest('tools/list'), statelessHeaders('tools/call'), 400, -32020],
    ['a Mcp-Method in capitals', statelessRequest('tools/list'), statelessHeaders('TOOLS/LIST'), 400, -32020],
    ['no Mcp-Name', statelessRequest('tools/call', CALL), without(CALL_HEADERS, 'mcp-name'), 400, -32020],
    [
      'another Mcp-Name',
      statelessRequest('tools/call', CALL),
      statelessHeaders('tools/call', 'demo_push'),
      400,
      -32020,
    ],
    [
      'another Mcp-Name in base64',
      statelessRequest('tools/call', CALL),
      statelessHeaders('tools/call', base64('demo_push')),
      400,
      -32020,
    ],
    [
      'broken base64',
      statelessRequest('tools/call', CALL),
      statelessHeaders('tools/call', '=?base64?*?='),
      400,
      -32020,
    ],
    [
      'base64 of no text',
      statelessRequest('tools/call', CALL),
      statelessHeaders('tools/call', '=?base64?/w==?='),
      400,
      -32020,
    ],
    [
      'no client capabilities',
      withoutMeta('io.modelcontextprotocol/clientCapabilities'),
      statelessHeaders('tools/list'),
      400,
      -32602,
    ],
    [
      'no version in the envelope',
      withoutMeta('io.modelcontextprotocol/protocolVersion'),
      statelessHeaders('tools/list'),
      400,
      -32602,
    ],
    ['ping, which is gone', statelessRequest('ping'), statelessHeaders('ping'), 404, -32601],
    [
      'initialize, which is gone',
      statelessRequest('initialize'),
      statelessHeaders('initialize'),
      404,
      -32601,
    ],
    [
      'subscriptions',
      statelessRequest('subscriptions/listen'),
      statelessHeaders('subscriptions/listen'),
      404,
      -32601,
    ],
    [
      'a method named like a member',
      statelessRequest('constructor'),
      statelessHeaders('constructor'),
      404,
      -32601,
    ],
    ['too much', JSON.stringify(initializeRequest('ping', { filler: 'x'.repeat(300_000) })), {}, 413, -32600],
  ])('POST /mcp refuses %s', async (_what, body, headers, status, code) => {
    const answer = await send(gateway.mcp, body, headers);
    expect({ status: answer.status, code: answer.json.error?.code }).toEqual({ status, code });
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) as string } });
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it.each<[string, unknown[]]>([
    ['empty', []],
    ['of one message', [initializeRequest('ping')]],
    ['of the newest revision', [statelessRequest('tools/list')]],
    ['of something that is no message', [5]],
  ])('POST /mcp refuses a batch that is %s with one message', async (_what, batch) => {
    const { error } = (await send(gateway.mcp, batch)).json;
    expect(error).toEqual({ code: -32600, message: 'batches are not supported: send one message' });
  });

  it('POST /mcp answers a body that is no message with an error of this API', async () => {
    const { error } = (await send(gateway.mcp, { hello: 1 })).json;
    expect(error).toEqual({ code: -32600, message: 'the request body is not a valid JSON-RPC message' });
  });

  it('POST /mcp refuses a call as a task as an error of the client', async () => {
    const answer = await send(
      gateway.mcp,
      initializeRequest('tools/call', { ...CALL, task: { ttl: 1_000 } }),
    );
    expect(answer.json.error).toEqual({
      code: -32601,
      message: 'tools are not called as tasks: call without params.task',
    });
  });

  it('POST /mcp ignores params.task of methods that are no call of a tool', async () => {
    const task = { task: { ttl: 1_000 } };
    expect((await send(gateway.mcp, initializeRequest('ping', task))).json.result).toEqual({});
    const unknown = await send(gateway.mcp, initializeRequest('nosuch', task));
    expect(unknown.json.error).toEqual({ code: -32601, message: 'Method not found' });
  });

  it('POST /mcp refuses an unknown method of the older revisions with a JSON-RPC error', async () => {
    const answer = await send(gateway.mcp, initializeRequest('subscriptions/listen'));
    expect([answer.status, answer.json.error?.code]).toEqual([200, -32601]);
  });

  it.each<[string, string, unknown, string]>([
    ['a call without params', 'tools/call', undefined, 'params.name must name a tool'],
    ['a call without a name', 'tools/call', { arguments: {} }, 'params.name must name a tool'],
    ['a call of 5', 'tools/call', { name: 5 }, 'params.name must name a tool'],
    ['a call of a list', 'tools/call', { name: ['demo_book'] }, 'params.name must name a tool'],
    ['a call of no tool', 'tools/call', { name: 'demo_bok', arguments: [] }, 'no such tool: demo_bok'],
    [
      'an initialize request without params',
      'initialize',
      undefined,
      'the params of initialize do not have the form',
    ],
    ['a list after 5', 'tools/list', { cursor: 5 }, 'the params of tools/list do not have the form'],
  ])(
    'POST /mcp refuses %s in the older revisions, in band and in one sentence',
    async (_what, method, params, sentence) => {
      const answer = await send(gateway.mcp, { jsonrpc: '2.0', id: 1, method, params });
      expect([answer.status, answer.json.error?.code]).toEqual([200, -32602]);
      expect(answer.json.error?.message.startsWith(sentence)).toBe(true);
    },
  );

  it('POST /mcp refuses an unsupported revision and names the supported ones as discovery does', async () => {
    const body = JSON.stringify(statelessRequest('tools/list')).replaceAll(VERSION, '2031-01-01');
    const headers = { ...statelessHeaders('tools/list'), 'mcp-protocol-version': '2031-01-01' };
    const { status, json } = await send(gateway.mcp, body, headers);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: -32022,
      data: { supported: [VERSION], requested: '2031-01-01' },
    });
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])(
    '/mcp refuses %s with 405 and the method to use',
    async (method) => {
      const answer = await send(gateway.mcp, undefined, { accept: 'text/event-stream' }, method);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      expect(answer.json.error?.code).toBe(-32600);
    },
  );
});
