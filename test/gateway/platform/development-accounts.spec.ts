import { TestChain } from '../../harness/node/test-chain';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { rawGet } from './support/raw-get';

const PATH = '/console/development/mainnet/accounts';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

describe('development accounts for the console', () => {
  let chain: TestChain;
  let platform: Platform;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: [] });
    platform = await startPlatform({ DEVCHAIN_PORT: new URL(chain.url).port });
  });
  afterAll(async () => {
    await platform.app.close();
    await chain.close();
  });

  it('a page of the gateway gets the accounts of a development chain, which no cache keeps', async () => {
    const { status, headers, body } = await rawGet(platform.port, PATH, OWN_PAGE);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const accounts = JSON.parse(body.toString()) as { permissions: { private_key_hex: string }[] }[];
    expect(accounts[0]!.permissions[0]!.private_key_hex).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['a page of another origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page whose name is pointed at this machine', { ...OWN_PAGE, host: 'evil.example' }],
    ['a program', {}],
  ])('%s gets nothing', async (_who, headers) => {
    expect((await rawGet(platform.port, PATH, headers)).status).toBe(404);
  });

  it('an unknown network has no accounts', async () => {
    const path = '/console/development/othernet/accounts';
    expect((await rawGet(platform.port, path, OWN_PAGE)).status).toBe(404);
  });
});

describe('a gateway that listens beyond this machine', () => {
  it('the gateway has no route to development accounts', async () => {
    const platform = await startPlatform({ HOST: '0.0.0.0' });
    try {
      expect((await rawGet(platform.port, PATH, OWN_PAGE)).status).toBe(404);
    } finally {
      await platform.app.close();
    }
  });
});
