import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { until } from '../../../harness/until';

let chain: FakeChain;
let node: FakeNode;
let gateway: RunningGateway;

beforeAll(async () => {
  chain = new FakeChain('mirror errors');
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
  node = await FakeNode.start(chain);
  gateway = await startGateway(node.url, undefined, {
    RATE_LIMIT_MIRROR: '200',
    MAX_MIRROR_BODY_BYTES: '1024',
  });
});
afterAll(async () => {
  await gateway.close();
  await node.stop();
});

const nodeos = (status: number, detail: unknown): object => ({
  code: status,
  message: expect.any(String) as string,
  error: {
    ...{ code: expect.any(Number) as number, name: expect.any(String) as string },
    what: expect.any(String) as string,
    details: [{ message: detail, file: 'gateway', line_number: 0, method: '' }],
  },
});
const hyperion = (status: number, message: unknown): object => ({
  statusCode: status,
  error: expect.any(String) as string,
  message,
});
const text = (part: string): string => expect.stringContaining(part) as string;

interface Case {
  readonly path: string;
  readonly status: number;
  readonly body: object;
  readonly init?: RequestInit;
}

const post = (body: string): RequestInit => ({ method: 'POST', body });

describe('an error of the mirror has the shape of its route', () => {
  it.each<[string, Case]>([
    [
      'an unknown path of a node',
      { path: '/v1/chain/nosuch', status: 404, body: nodeos(404, 'Unknown Endpoint'), init: post('{}') },
    ],
    [
      'an unknown path of history',
      { path: '/v2/nosuch', status: 404, body: hyperion(404, 'Route GET:/v2/nosuch not found') },
    ],
    [
      'a query of 65 parameters on a route of history',
      {
        path: `/v2/history/get_actions?${'a=1&'.repeat(64)}b=1`,
        ...{ status: 400, body: hyperion(400, 'the query has more than 64 parameters') },
      },
    ],
    [
      'a query of 65 parameters on a route of the chain',
      {
        path: `/v1/chain/get_account?${'a=1&'.repeat(64)}account_name=alice`,
        ...{ status: 400, body: nodeos(400, 'the query has more than 64 parameters') },
      },
    ],
    [
      'a wrong method',
      {
        path: '/v1/chain/get_info',
        status: 405,
        body: nodeos(405, 'use POST or GET'),
        init: { method: 'PUT' },
      },
    ],
    [
      'a network that is not configured',
      {
        path: '/testnet/v1/chain/get_info',
        status: 400,
        body: nodeos(400, text('network testnet is not configured')),
        init: post('{}'),
      },
    ],
    [
      'a network that is not configured, for history',
      {
        path: '/testnet/v2/health',
        status: 400,
        body: hyperion(400, text('network testnet is not configured')),
      },
    ],
    [
      'a name of a wrong form',
      {
        path: '/v1/chain/get_account',
        status: 400,
        body: nodeos(400, text('account_name')),
        init: post('{"account_name":"NOT A NAME"}'),
      },
    ],
    [
      'a query of a wrong form',
      { path: '/v2/history/get_actions?limit=0', status: 400, body: hyperion(400, text('limit')) },
    ],
    [
      'a missing parameter',
      { path: '/v2/history/get_creator', status: 400, body: hyperion(400, text('account')) },
    ],
    [
      'a body that is too large',
      {
        path: '/v1/chain/get_info',
        status: 413,
        body: nodeos(413, text('1024 bytes')),
        init: post('x'.repeat(2_000)),
      },
    ],
    [
      'a compressed body',
      {
        path: '/v1/history/get_actions',
        status: 415,
        body: hyperion(415, text('gzip')),
        init: { ...post('x'), headers: { 'content-encoding': 'gzip' } },
      },
    ],
  ])('an error of the mirror has the shape of its route for %s', async (_, { path, status, body, init }) => {
    const answer = await fetch(gateway.url + path, init);
    expect([answer.status, await answer.json()]).toEqual([status, body]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a route that no node serves is answered 404', () => {
  it.each(['/v1/history/get_actions', '/v2/health'])(
    '%s is answered 404 where no node serves it',
    async (path) => {
      const answer = await fetch(gateway.url + path);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        hyperion(404, `no node of mainnet serves ${path}`),
      ]);
    },
  );

  it('a route that no node serves is answered 404 with the bytes of the node where clients read its errors', async () => {
    const answer = await fetch(`${gateway.url}/v1/trace_api/get_block`, post('{"block_num":2}'));
    expect([answer.status, await answer.text()]).toEqual([404, text('Unknown Endpoint')]);
  });
});

/** Below the limit of the gateway: 200 a minute. */
const POLL_MS = 500;

describe('the mirror without a node that is fit', () => {
  const ask = async (path: string): Promise<[number, object]> => {
    const answer = await fetch(gateway.url + path, path.startsWith('/v2') ? {} : post('{}'));
    return [answer.status, (await answer.json()) as object];
  };
  const answered = async (path: string, status: number): Promise<[number, object]> => {
    let seen = await ask(path);
    await until(async () => {
      if (seen[0] !== status) seen = await ask(path);
      return seen[0] === status;
    }, POLL_MS);
    return seen;
  };

  it('the mirror answers 503 with the age of the head when no head is current, in the shape of the route', async () => {
    chain.headBlockTime = '2020-01-01T00:00:00.000';
    expect(await answered('/v1/chain/get_producer_schedule', 503)).toEqual([
      503,
      nodeos(503, expect.stringMatching(/no node of mainnet can answer: the chain's head is \d+ h behind/)),
    ]);
    expect(await ask('/v2/health')).toEqual([503, hyperion(503, text('no node of mainnet can answer: '))]);
  });

  it('the mirror answers 503 without the address of the node when no node can be reached', async () => {
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    await answered('/v1/chain/get_info', 200);
    const { port } = new URL(node.url);
    await node.stop();
    const [, body] = await answered('/v1/chain/get_info', 503);
    expect(body).toEqual(nodeos(503, text('no node of mainnet can answer')));
    expect(JSON.stringify(body)).not.toContain(port);
  });
});

describe('a client over the limit of the mirror', () => {
  it('a client over the limit of the mirror is refused 429 in the shape of the route, with the time to wait', async () => {
    for (let left = 300; ; left -= 1) {
      if (left === 0) throw new Error('the client was never refused');
      const counted = await fetch(`${gateway.url}/testnet/v2/health`);
      const body = (await counted.json()) as object;
      if (counted.status !== 429) continue;
      expect(body).toEqual(hyperion(429, text('rate limit exceeded for the mirror bucket (200 per minute)')));
      expect(counted.headers.get('retry-after')).toBe('60');
      break;
    }
    const refused = await fetch(`${gateway.url}/v1/chain/get_info`, post('{}'));
    expect([refused.status, await refused.json()]).toEqual([429, nodeos(429, text('rate limit exceeded'))]);
  });
});
