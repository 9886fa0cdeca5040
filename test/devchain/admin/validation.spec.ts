import { bodyIn, exchange, statusesIn } from '../../harness/raw-http';
import { AdminChain } from './support/admin-chain';

const NAME_RULE = 'must be 1 to 12 characters of a-z, 1-5 and inner dots, for example alice';
const KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';

/** Bodies that each route refuses, with the error. */
const REFUSED: readonly (readonly [route: string, body: object, error: string])[] = [
  ['fund', {}, 'account: is required'],
  ['fund', { account: 'Alice', symbol: 'BTC', amount: '1' }, `account: ${NAME_RULE}`],
  ['fund', { account: '', symbol: 'BTC', amount: '1' }, `account: ${NAME_RULE}`],
  ['fund', { account: 'abcdefghijklm', symbol: 'BTC', amount: '1' }, `account: ${NAME_RULE}`],
  ['fund', { account: 7, symbol: 'BTC', amount: '1' }, 'account: expected string, received number'],
  ['fund', { account: 'nosuch', symbol: 'BTC', amount: '1' }, 'account: account nosuch does not exist'],
  [
    'fund',
    { account: 'alice', symbol: 'TPF', amount: '1' },
    'symbol: must be one of BTC, USDT, NATIVE, CBTC',
  ],
  ['fund', { account: 'alice', symbol: 'BTC', amount: '0' }, 'amount: '],
  ['fund', { account: 'alice', symbol: 'BTC', amount: '-1' }, 'amount: '],
  ['fund', { account: 'alice', symbol: 'BTC', amount: '1e400' }, 'amount: '],
  [
    'fund',
    { account: 'alice', symbol: 'BTC', amount: true },
    'amount: must be a decimal string, for example "1.5"',
  ],
  [
    'fund',
    { account: 'alice', symbol: 'NATIVE', amount: '0.00001' },
    'amount: "0.00001" has 5 decimals; NATIVE has 4',
  ],
  ['fund', { account: 'alice', symbol: 'BTC', amount: '30000000' }, 'quantity exceeds available supply'],
  ['fund', { account: 'alice', symbol: 'BTC', amount: '1', amout: '1' }, 'unknown field "amout"'],
  ['create-account', {}, 'name: is required'],
  ['create-account', { name: 'Dave' }, `name: ${NAME_RULE}`],
  ['create-account', { name: 'alice' }, 'name: account alice exists already'],
  ['create-account', { name: 'dave', public_key: 'PUB_K1_x' }, 'public_key: '],
  ['create-account', { name: 'dave', public_key: `${KEY}x` }, 'public_key: '],
  [
    'create-account',
    { name: 'dave', public_key: 1 },
    'public_key: must be a public key, for example PUB_K1_...',
  ],
  ['create-account', { name: 'ключ' }, `name: ${NAME_RULE}`],
  ['fund', { account: 'alice', symbol: 'constructor', amount: '1' }, 'symbol: must be one of BTC'],
  ['send-bitcoin', {}, 'address: is required'],
  ['send-bitcoin', { address: '', amount: '1' }, 'address: '],
  ['send-bitcoin', { address: 'x'.repeat(91), amount: '1' }, 'address: '],
  ['send-bitcoin', { address: 'nowhere', amount: '1' }, 'bridge: address belongs to no account'],
  [
    'send-bitcoin',
    { address: 'nowhere', amount: '0.000000001' },
    'amount: "0.000000001" has 9 decimals; BTC has 8',
  ],
  ['mine-bitcoin', { count: 0 }, 'count: must be a whole number from 1 to 1000'],
  ['mine-bitcoin', { count: 1001 }, 'count: must be a whole number from 1 to 1000'],
  ['mine-bitcoin', { count: 1.5 }, 'count: must be a whole number from 1 to 1000'],
  ['mine-bitcoin', { count: '3' }, 'count: must be a whole number from 1 to 1000'],
  ['price', {}, 'price: must be a decimal string'],
  ['price', { price: '0' }, 'price: '],
  ['price', { price: 'high' }, 'price: '],
  ['price', { price: '1.000000001' }, 'price: '],
  ['price', { price: '0.00999999' }, 'price: must be 0.01 to 1000000000'],
  ['price', { price: '1000000000.00000001' }, 'price: must be 0.01 to 1000000000'],
  ['price', { price: 5e15 }, 'price: "5000000000000000" is above the maximum'],
  ['feeders', {}, 'mode: must be one of honest, stopped, corrupt'],
  ['feeders', { mode: 'lazy' }, 'mode: must be one of honest, stopped, corrupt'],
  [
    'feeders',
    { feeder: 'alice', mode: 'stopped' },
    'feeder: must be one of feeder1, feeder2, feeder3, feeder4',
  ],
  ['advance-time', {}, 'seconds: must be a whole number from 1 to 31536000'],
  ['advance-time', { seconds: 0 }, 'seconds: must be a whole number from 1 to 31536000'],
  ['advance-time', { seconds: -5 }, 'seconds: must be a whole number from 1 to 31536000'],
  ['advance-time', { seconds: 31_536_001 }, 'seconds: must be a whole number from 1 to 31536000'],
  ['produce-blocks', { count: 0 }, 'count: must be a whole number from 1 to 1000'],
  ['produce-blocks', { count: 1001 }, 'count: must be a whole number from 1 to 1000'],
  ['pause-blocks', { now: true }, 'unknown field "now"'],
  ['resume-blocks', { now: true }, 'unknown field "now"'],
];

describe('admin API', () => {
  let chain: AdminChain;
  beforeAll(async () => {
    chain = await AdminChain.start();
  });
  afterAll(() => chain.close());

  it.each(REFUSED)('the admin API refuses %s %j', async (route, body, error) => {
    const before = chain.devchain.chain.stateDigest();
    expect(await chain.admin.refusal(route, body)).toContain(error);
    expect(chain.devchain.chain.stateDigest()).toBe(before);
  });

  it('the admin API reports all problems at once', async () => {
    const error = await chain.admin.refusal('fund', { account: 'X', symbol: 'x', more: 1 });
    for (const part of ['account: ', 'symbol: ', 'amount: ', 'unknown field "more"'])
      expect(error).toContain(part);
  });

  it.each([
    ['[]', 'the body must be a JSON object'],
    ['7', 'the body must be a JSON object'],
    ['null', 'the body must be a JSON object'],
    ['{"count":', 'the body is not JSON: '],
  ])('the admin API refuses a body of %s', async (body, error) => {
    const answer = await chain.admin.request('POST', '/devchain/produce-blocks', body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(error)]);
  });

  it('the admin API answers 405 to another method', async () => {
    const answer = await chain.admin.request('GET', '/devchain/fund');
    expect([answer.status, answer.headers.get('allow'), answer.body.error]).toEqual([
      405,
      'POST',
      '/devchain/fund takes POST, not GET',
    ]);
  });

  it('the admin API answers 404 to other paths', async () => {
    expect((await chain.admin.request('GET', '/devchain/nosuch')).status).toBe(404);
    expect((await chain.admin.request('POST', '/v1/chain/get_info')).status).toBe(200);
  });
});

describe('access to the admin API', () => {
  it('access to the admin API is refused for pages of another origin', async () => {
    const chain = await AdminChain.start();
    try {
      const body = JSON.stringify({ count: 1 });
      const head = chain.devchain.chain.head().num;
      const byPage = await chain.admin.request('POST', '/devchain/produce-blocks', body, {
        origin: 'https://evil.example',
      });
      expect([byPage.status, byPage.body.error]).toEqual([
        403,
        expect.stringContaining('DEVCHAIN_ALLOW_REMOTE'),
      ]);
      expect(chain.devchain.chain.head().num).toBe(head);
      for (const path of ['docs', 'openapi.json', 'feeders', 'accounts', 'signed-transfer']) {
        const read = await chain.admin.request('GET', `/devchain/${path}`, undefined, {
          origin: 'https://evil.example',
        });
        expect(read.status).toBe(403);
      }
      const byOwnPage = await chain.admin.request('POST', '/devchain/produce-blocks', body, {
        origin: chain.devchain.url,
      });
      expect(byOwnPage.status).toBe(200);
    } finally {
      await chain.close();
    }
  });

  it('access to the admin API is refused for a request with a second Host header', async () => {
    const chain = await AdminChain.start();
    const { port } = new URL(chain.devchain.url);
    const bytes =
      'GET /devchain/feeders HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    const text = await exchange(Number(port), bytes);
    expect(statusesIn(text)).toEqual([400]);
    expect(JSON.parse(bodyIn(text))).toEqual({ error: 'the request has more than one Host header' });
    await chain.close();
  });

  it('access to the admin API is open to other machines when remote access is allowed', async () => {
    const chain = await AdminChain.start({ isRemoteAllowed: true });
    try {
      const answer = await chain.admin.request('POST', '/devchain/produce-blocks', '', {
        origin: 'https://evil.example',
      });
      expect(answer.status).toBe(200);
    } finally {
      await chain.close();
    }
  });
});
