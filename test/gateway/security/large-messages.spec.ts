import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import { initializeRequest, send } from '../../harness/gateway/raw-client';
import { errorOf, type Platform, startPlatform } from '../../harness/gateway/platform';

const body = (bytes: number): string => `{"account":"alice"}`.padEnd(bytes);

describe('the body of a tool', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({});
  });
  afterAll(() => platform.app.close());

  it.each(['get_echo', 'compose_echo'])('the body of a tool is at most 16 KiB at %s', async (name) => {
    expect((await platform.post(`/v1/tools/${name}`, body(16_384))).status).toBe(200);
    const answer = await platform.post(`/v1/tools/${name}`, body(16_385));
    expect([answer.status, await errorOf(answer)]).toEqual([413, 'the body is larger than 16384 bytes']);
  });

  it('the body of a tool is at most MAX_TOOL_BODY_BYTES at a relay tool', async () => {
    expect((await platform.post('/v1/tools/relay_echo', body(262_144))).status).toBe(200);
    expect((await platform.post('/v1/tools/relay_echo', body(262_145))).status).toBe(413);
  });
});

describe('a message at /mcp', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway();
  });
  afterAll(() => gateway.close());

  const TOO_LARGE = 'the message is larger than 20480 bytes; only calls of demo_push may be larger';
  const error = (message: string, code: string): object => ({ code: -32600, message, data: { code } });
  const TOO_MANY = 'the message has more than 200 JSON values besides the arguments of a tool';
  const text = (message: object, bytes: number): string => JSON.stringify(message).padEnd(bytes);
  const book = (more: object = {}): object =>
    initializeRequest('tools/call', { name: 'demo_book', arguments: { pair: 'btcusdt' }, ...more });
  const members = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`member${index}`, 1]));

  it.each<[string, object]>([
    ['a ping', initializeRequest('ping')],
    ['a call of another tool', book()],
  ])('a message at /mcp that is %s is at most 20 KiB', async (_what, message) => {
    expect((await send(gateway.mcp, text(message, 20_480))).status).toBe(200);
    const answer = await send(gateway.mcp, text(message, 20_481));
    expect([answer.status, answer.json.error]).toEqual([413, error(TOO_LARGE, 'message_too_large')]);
    expect(answer.headers.get('ratelimit-limit')).toBe('300');
  });

  it.each<[string, object]>([
    ['a ping', initializeRequest('ping', { _meta: { tool: 'demo_push' } }, 7)],
    ['a call of another tool', { ...book({ title: 'demo_push' }), id: 7 }],
    ['a prompt', initializeRequest('prompts/get', { name: 'demo_push' }, 7)],
  ])(
    'a message at /mcp that is %s is at most 20 KiB also when it contains the name of a relay tool',
    async (_what, message) => {
      const { status, json } = await send(gateway.mcp, text(message, 20_481));
      expect([status, json.id, json.error]).toEqual([413, 7, error(TOO_LARGE, 'message_too_large')]);
    },
  );

  it('a message at /mcp that calls a relay tool is at most MAX_TOOL_BODY_BYTES', async () => {
    const signed_tx = { signatures: ['SIG'], packed_trx: '00' };
    const push = initializeRequest('tools/call', { name: 'demo_push', arguments: { signed_tx } });
    const answer = await send(gateway.mcp, text(push, 262_144));
    expect(answer.json.result).toMatchObject({ structuredContent: { id: 1 } });
    expect((await send(gateway.mcp, text(push, 262_145))).status).toBe(413);
  });

  // the message and its members: 6 values, _meta included
  it.each<[string, (count: number) => object, number]>([
    ['_meta', (count) => initializeRequest('tools/list', { _meta: members(count) }), 194],
    [
      'the capabilities',
      (count) => initializeRequest('ping', { capabilities: { a: [members(count)] } }),
      192,
    ],
    ['_meta of a call', (count) => book({ _meta: members(count) }), 192],
  ])('a message at /mcp has 200 values at most in %s', async (_what, message, most) => {
    expect((await send(gateway.mcp, message(most))).status).toBe(200);
    const { status, json } = await send(gateway.mcp, message(most + 1));
    expect([status, json.error]).toEqual([400, error(TOO_MANY, 'message_too_complex')]);
  });

  it('a message at /mcp that calls a tool may have more in its arguments', async () => {
    const { status, json } = await send(gateway.mcp, book({ arguments: members(450) }));
    expect([status, json.result]).toMatchObject([200, { isError: true }]);
  });
});

describe('large messages at /mcp', () => {
  let gateway: DemoGateway;
  const limits = { READ: '1', COMPOSE: '1', RELAY: '1', RELAY_REFUSED: '1', META: '50' };
  beforeEach(async () => {
    const env = Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [`RATE_LIMIT_${name}`, limit]),
    );
    // messages: 2 x (54 + 2 relay messages of 12 pieces) = 156
    gateway = await startDemoGateway(env);
  });
  afterEach(() => gateway.close());

  it('large messages at /mcp count once plus once for every 20 KiB', async () => {
    const signed_tx = { signatures: ['SIG'], packed_trx: '00'.repeat(100_000) };
    const large = initializeRequest('tools/call', { name: 'demo_push', arguments: { signed_tx } });
    let read = 0;
    while ((await send(gateway.mcp, large)).status === 200) read += 1;
    // each counts 1 + 9, and the message that is refused comes after more than 156
    expect(read).toBe(Math.ceil(156 / 10));
  });
});
