import { Metrics } from '@app/operations';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { holdTime, type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';

const NEW_READ = '/v1/chain/get_finalizer_keys';

let node: FakeNode;

beforeAll(async () => {
  const chain = new FakeChain('unknown reads');
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
  node = await FakeNode.start(chain);
  node.override = (path, body, response) => {
    if (!/finalizer|set_|delete_/.test(path)) return false;
    json(response, 200, { path, body });
    return true;
  };
});
afterAll(() => node.stop());
beforeEach(() => {
  node.requests.length = 0;
});

/** Besides the routes that the gateway asks by itself. */
const asked = (): string[] =>
  node.requests
    .map(({ path }) => path)
    .filter(
      (path) => !/\/get_(?:info|raw_abi|account|supported_apis|transaction|transaction_status)$/.test(path),
    );
const unknown = async (url: string, path: string, method: string): Promise<void> => {
  const answer = await fetch(url + path, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({
      error: expect.objectContaining({ details: [expect.objectContaining({ message: 'Unknown Endpoint' })] }),
    }),
  ]);
};

describe('a read route that the gateway does not know', () => {
  it('a read route that the gateway does not know is an unknown endpoint by default', async () => {
    const gateway = await startGateway(node.url);
    try {
      await unknown(gateway.url, NEW_READ, 'POST');
      await unknown(gateway.url, `/mainnet${NEW_READ}`, 'GET');
      expect(asked()).toEqual([]);
    } finally {
      await gateway.close();
    }
  });

  describe('where it is passed through', () => {
    let gateway: RunningGateway;
    beforeAll(async () => {
      gateway = await startGateway(node.url, undefined, { MIRROR_PASS_UNKNOWN_READS: 'true' });
    });
    afterAll(() => gateway.close());

    it('an unknown read reaches the node with its bytes, by POST and by GET, and is kept until the next head', async () => {
      const body = '{ "b":1, "a":[2] }';
      const ask = () => fetch(`${gateway.url}/mainnet${NEW_READ}`, { method: 'POST', body });
      // The head is known from here on.
      await (await fetch(`${gateway.url}/v1/chain/get_info`)).text();
      const release = holdTime();
      const answer = await ask();
      expect([answer.status, await answer.json()]).toEqual([200, { path: NEW_READ, body }]);
      const again = await ask();
      release();
      expect(again.headers.get('x-cache')).toBe('hit');
      const byGet = await fetch(`${gateway.url}${NEW_READ}?a=1`);
      expect(await byGet.json()).toEqual({ path: NEW_READ, body: '{"a":"1"}' });
      expect(asked()).toEqual([NEW_READ, NEW_READ]);
    });

    it("a route that the node does not know either is answered in the node's own bytes", async () => {
      const answer = await fetch(`${gateway.url}/v1/chain/get_nothing`, { method: 'POST', body: '{}' });
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining('Unknown Endpoint'),
      ]);
      expect(asked()).toEqual(['/v1/chain/get_nothing']);
    });

    it.each([
      'push_anything',
      'send_transaction3',
      'set_anything',
      'delete_x',
      'get_x/../push_x',
      'get_X',
      'get_',
    ])('an unknown route that is no read reaches no node (%s)', async (name) => {
      await unknown(gateway.url, `/v1/chain/${name.replace('/../', '%2f..%2f')}`, 'POST');
      expect(asked()).toEqual([]);
    });

    it('a read route that is passed through does not change the methods of known routes', async () => {
      const answer = await fetch(`${gateway.url}/v1/chain/get_account`, { method: 'PUT' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, GET, OPTIONS']);
    });

    it('a read route that is passed through is counted under one label', async () => {
      await (await fetch(`${gateway.url}/v1/chain/get_other`, { method: 'POST', body: '{}' })).text();
      const text = await gateway.app.get(Metrics).registry.metrics();
      expect(text).toContain('route="/v1/chain/get_*"');
      expect(text).not.toContain('get_other');
    });
  });
});
