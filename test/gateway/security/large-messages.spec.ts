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

  it.each(['get_echo', 'compose_echo'])('has 16 KiB at most at %s', async (name) => {
    expect((await platform.post(`/v1/tools/${name}`, body(16_384))).status).toBe(200);
    const answer = await platform.post(`/v1/tools/${name}`, body(16_385));
    expect([answer.status, await errorOf(answer)]).toEqual([413, 'the body is larger than 16384 bytes']);
  });

  it('has MAX_TOOL_BODY_BYTES at the relay, whose transactions are large', async () => {
    expect((await platform.post('/v1/tools/relay_echo', body(262_144))).status).toBe(200);
    expect((await platform.post('/v1/tools/relay_echo', body(262_145))).status).toBe(413);
  });
});

describe('large messages at /mcp', () => {
  let gateway: DemoGateway;
  const limits = { READ: '1', COMPOSE: '1', RELAY: '1', RELAY_REFUSED: '1', META: '1000' };
  beforeEach(async () => {
    const env = Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [`RATE_LIMIT_${name}`, limit]),
    );
    // messages: 2 x (1004 + 2 relay messages of 16 pieces) = 2072
    gateway = await startDemoGateway(env);
  });
  afterEach(() => gateway.close());

  it('count once more for every 16 KiB in the bound on messages of a client', async () => {
    const large = initializeRequest('ping', { _meta: { filler: 'x'.repeat(200_000) } });
    let read = 0;
    while ((await send(gateway.mcp, large)).status === 200) read += 1;
    // each counts 1 + 12, and the message that is refused comes after more than 2072
    expect(read).toBe(Math.ceil(2072 / 13));
  });
});
