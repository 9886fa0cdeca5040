import { TestGateway } from '../../harness/gateway/test-gateway';

const KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';

describe('request_account on a development chain', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.close());

  it('request_account gives instructions that create the account when they are followed', async () => {
    const { status, instructions } = await gateway.read('request_account', {
      name: 'newagent1',
      agent_key: KEY,
    });
    expect(status).toBe('not_enabled');
    const [, url, body] = /POST (\S+) with the JSON body (\{.*?\}),/.exec(String(instructions)) ?? [];
    expect(JSON.parse(body!)).toEqual({ name: 'newagent1', public_key: KEY });
    expect((await fetch(url!, { method: 'POST', body: body! })).status).toBe(200);
    const { permissions } = await gateway.read('get_account', { account: 'newagent1' });
    expect(JSON.stringify(permissions)).toContain(KEY);
  });

  it('get_account_request names the route, and no text has a blank before a full stop', async () => {
    const { instructions } = await gateway.read('get_account_request', { id: 'req-1' });
    expect(instructions).toContain(`POST ${gateway.chain.url}/devchain/create-account with the JSON body`);
    expect(instructions).not.toMatch(/ \./);
  });
});
