import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../../harness/gateway/start-gateway';

const LIMITED = { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded' };
const SESSION = '0{"sid":"abc","upgrades":[],"pingInterval":25000,"pingTimeout":20000}';
const POLLING = '/stream/?EIO=4&transport=polling';

let nodes: FakeNode[];
let gateway: RunningGateway;
/** Whether the nodes open streams; every later request of a session is over their limit. */
let opensStreams: boolean;

beforeAll(async () => {
  const chain = new FakeChain('rate limits of nodes');
  nodes = [await FakeNode.start(chain), await FakeNode.start(chain)];
  for (const node of nodes) {
    node.override = (path, _body, response) => {
      chain.headBlockTime = new Date().toISOString().slice(0, -1);
      if (path === '/v1/chain/get_info') return false;
      if (path === POLLING && opensStreams) {
        response.writeHead(200, { 'content-type': 'text/plain' }).end(SESSION);
        return true;
      }
      response.setHeader('retry-after', '1');
      json(response, 429, LIMITED);
      return true;
    };
  }
  const capabilities = ['chain', 'history', 'trace', 'v2', 'stream'];
  const named = nodes.map(({ url }, index) => ({ url, name: `node${index}`, capabilities }));
  gateway = await startLabelledGateway(named);
});
beforeEach(() => {
  opensStreams = false;
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(nodes.map((node) => node.stop()));
});

const post = (body: string): RequestInit => ({ method: 'POST', body });

describe('the rate limit of all nodes', () => {
  it.each<[string, RequestInit]>([
    ['/v1/chain/get_account', post('{"account_name":"alice"}')],
    ['/v1/chain/get_account?account_name=alice', {}],
    ['/v1/chain/compute_transaction', post('{"transaction":{}}')],
    ['/v1/trace_api/get_block', post('{"block_num":2}')],
    [
      '/v1/history/get_key_accounts',
      post('{"public_key":"EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV"}'),
    ],
    ['/v2/history/get_creator?account=alice', {}],
    [POLLING, {}],
  ])(
    'the rate limit of all nodes is answered to a client as 503, without their time to wait: %s',
    async (path, init) => {
      const answer = await fetch(gateway.url + path, init);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, null]);
      expect(await answer.text()).not.toContain(LIMITED.message);
    },
  );

  it('the rate limit of all nodes leaves the outcome of a push open, which is answered as 504', async () => {
    const packed = Buffer.alloc(16);
    packed.writeUInt32LE(Math.floor(Date.now() / 1_000) + 60, 0);
    const body = { signatures: [], compression: 'none', packed_trx: packed.toString('hex') };
    const answer = await fetch(`${gateway.url}/v1/chain/send_transaction`, post(JSON.stringify(body)));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, null]);
  });

  it('the rate limit of all nodes is answered to a session of a stream as 503', async () => {
    opensStreams = true;
    const opened = await fetch(gateway.url + POLLING);
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
    const answer = await fetch(`${gateway.url}${POLLING}&sid=${sid}`, post('40'));
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        statusCode: 503,
        error: 'Service Unavailable',
        message: 'the node of this session failed: is busy (HTTP 429)',
      },
    ]);
  });
});
