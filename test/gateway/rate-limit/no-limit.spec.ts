import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { initializeRequest, send } from '../../harness/gateway/raw-client';
import { startGateway } from '../../harness/gateway/start-gateway';
import { type RedisServer, startRedis } from '../../harness/process/redis';

const PRODUCERS = '/v1/chain/get_producers';
const HEADERS = ['ratelimit-limit', 'ratelimit-policy', 'ratelimit-remaining', 'ratelimit-reset'];

const limitHeaders = ({ headers }: Response): (string | null)[] => HEADERS.map((name) => headers.get(name));
const NONE = HEADERS.map(() => null);

describe('a bucket with the limit 0', () => {
  let redis: RedisServer;
  let specs = 0;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  const tools = [
    ['RATE_LIMIT_READ', 'get_echo'],
    ['RATE_LIMIT_COMPOSE', 'compose_echo'],
    ['RATE_LIMIT_RELAY', 'relay_echo'],
  ] as const;

  describe.each([
    ['in memory', (): NodeJS.ProcessEnv => ({})],
    ['in Redis', () => ({ REDIS_URL: redis.url, REDIS_KEY_PREFIX: `no-limit-${(specs += 1)}:` })],
  ])('with counts %s', (_where, env) => {
    let platform: Platform;
    afterEach(() => platform.app.close());

    it.each(tools)(
      '%s=0 refuses no request of its tools, and their answers have no headers',
      async (name, tool) => {
        platform = await startPlatform({
          ...env(),
          ...Object.fromEntries(tools.map(([one]) => [one, '1'])),
          [name]: '0',
        });
        for (let call = 0; call < 3; call += 1) {
          const answer = await platform.call(tool);
          expect([answer.status, limitHeaders(answer)]).toEqual([200, NONE]);
        }
        for (const [, other] of tools.filter(([, one]) => one !== tool)) {
          expect([(await platform.call(other)).status, (await platform.call(other)).status]).toEqual([
            200, 429,
          ]);
        }
      },
    );

    it('RATE_LIMIT_RELAY=0 leaves the bucket of refused requests limited', async () => {
      platform = await startPlatform({ ...env(), RATE_LIMIT_RELAY: '0', RATE_LIMIT_RELAY_REFUSED: '1' });
      const malformed = () => platform.post('/v1/tools/relay_echo', '{"acount":"alice"}');
      expect([(await malformed()).status, (await malformed()).status]).toEqual([400, 429]);
    });

    it('RATE_LIMIT_RELAY_REFUSED=0 refuses no malformed request, and leaves the relay bucket limited', async () => {
      platform = await startPlatform({ ...env(), RATE_LIMIT_RELAY: '1', RATE_LIMIT_RELAY_REFUSED: '0' });
      for (let call = 0; call < 3; call += 1) {
        const answer = await platform.post('/v1/tools/relay_echo', '{"acount":"alice"}');
        expect([answer.status, limitHeaders(answer)]).toEqual([400, NONE]);
      }
      expect((await platform.call('relay_echo')).status).toBe(200);
      expect((await platform.call('relay_echo')).status).toBe(429);
    });
  });

  describe('over MCP', () => {
    let gateway: DemoGateway;
    afterEach(() => gateway.close());
    const call = initializeRequest('tools/call', { name: 'demo_book', arguments: { pair: 'btcusdt' } });
    const statusesOf = async (message: object): Promise<[number, string | null][]> => {
      const answers: [number, string | null][] = [];
      for (let sent = 0; sent < 3; sent += 1) {
        const { status, headers } = await send(gateway.mcp, message);
        answers.push([status, headers.get('ratelimit-limit')]);
      }
      return answers;
    };

    it('RATE_LIMIT_READ=0 counts a call of a read tool in no other bucket', async () => {
      gateway = await startDemoGateway({ RATE_LIMIT_READ: '0', RATE_LIMIT_META: '1' });
      expect(await statusesOf(call)).toEqual(Array(3).fill([200, null]));
      expect(await statusesOf(initializeRequest('ping'))).toEqual([
        [200, '1'],
        [429, '1'],
        [429, '1'],
      ]);
    });

    it('RATE_LIMIT_META=0 refuses no message, and no number of messages is too many to read', async () => {
      const others = ['READ', 'COMPOSE', 'RELAY', 'RELAY_REFUSED'].map((name) => [`RATE_LIMIT_${name}`, '1']);
      gateway = await startDemoGateway({ ...Object.fromEntries(others), RATE_LIMIT_META: '0' });
      for (let sent = 0; sent < 60; sent += 1) {
        const { status, headers } = await send(gateway.mcp, initializeRequest('ping'));
        expect([status, headers.get('ratelimit-limit')]).toEqual([200, null]);
      }
    });
  });

  it('RATE_LIMIT_MIRROR=0 refuses no request of the node API, kept answers included', async () => {
    const chain = new FakeChain('no-limit');
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    const node = await FakeNode.start(chain);
    node.override = (path, _body, response) => {
      if (path === PRODUCERS) json(response, 200, { rows: [], more: '' });
      return path === PRODUCERS;
    };
    const gateway = await startGateway(node.url, undefined, { RATE_LIMIT_MIRROR: '0' });
    try {
      for (let read = 0; read < 3; read += 1) {
        const answer = await fetch(gateway.url + PRODUCERS, { method: 'POST', body: '{"json":true}' });
        expect([answer.status, limitHeaders(answer)]).toEqual([200, NONE]);
        await answer.text();
      }
    } finally {
      await gateway.close();
      await node.stop();
    }
  });

  it('the start page and the OpenAPI document name no limit of 0', async () => {
    const platform = await startPlatform({ RATE_LIMIT_READ: '0' });
    try {
      const start = await fetch(platform.url, { headers: { accept: 'text/html' } });
      expect(await start.text()).toContain('(unlimited requests per minute)');
      const document = await (await fetch(`${platform.url}/docs/openapi.json`)).text();
      expect(document).toContain('(60 per minute)');
      expect(document).not.toContain('(0 per minute)');
    } finally {
      await platform.app.close();
    }
  });

  it('the instructions and the guide of MCP name a limit of 0 unlimited, and no tool names a number', async () => {
    const node = await FakeNode.start(new FakeChain('no-limit-texts'));
    const gateway = await startGateway(node.url, undefined, { RATE_LIMIT_READ: '0' });
    try {
      const mcp = new URL(`${gateway.url}/mcp`);
      const hello = initializeRequest('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'c', version: '1' },
      });
      expect((await send(mcp, hello)).json.result?.['instructions']).toContain('minute: unlimited read,');
      const guide = initializeRequest('resources/read', { uri: 'guide://limits' });
      const limits = JSON.stringify((await send(mcp, guide)).json.result);
      expect(limits).toContain('| read | unlimited |');
      expect(limits).toContain('large bodies and large answers count more than once');
      const tools = JSON.stringify((await send(mcp, initializeRequest('tools/list'))).json.result);
      expect(tools).toContain('count apart');
      // The limits are settings: a description with a number is wrong in another deployment.
      expect(tools).not.toMatch(/\d+ (?:a minute|pushes)/);
    } finally {
      await gateway.close();
      await node.stop();
    }
  });
});
