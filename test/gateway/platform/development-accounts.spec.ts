import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestChain } from '../../harness/node/test-chain';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { rawGet, rawPost } from './support/raw-get';

const PATH = '/console/development/mainnet/accounts';
const pageOf = ({ port }: Platform) => ({
  'sec-fetch-site': 'same-origin',
  host: `127.0.0.1:${port}`,
  origin: `http://127.0.0.1:${port}`,
});

/** Whether the configuration of the page says that it has the routes, for each network. */
async function controlsIn({ port }: Platform): Promise<boolean[]> {
  const { body } = await rawGet(port, '/console/config.json');
  const { networks } = JSON.parse(body.toString()) as { networks: { has_development_routes: boolean }[] };
  return networks.map((network) => network.has_development_routes);
}

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
    const { status, headers, body } = await rawPost(platform.port, PATH, pageOf(platform));
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const accounts = JSON.parse(body.toString()) as { permissions: { private_key_hex: string }[] }[];
    expect(accounts[0]!.permissions[0]!.private_key_hex).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['a page of another origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page whose name is pointed at this machine', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a page behind a proxy that rewrites the name', { origin: 'https://gateway.example' }],
    ['a page behind a proxy that rewrites the origin as well', { 'x-forwarded-for': '192.0.2.1' }],
  ])('%s gets nothing', async (_who, headers) => {
    const { status } = await rawPost(platform.port, PATH, { ...pageOf(platform), ...headers });
    expect(status).toBe(404);
  });

  it('a program gets nothing, and no GET does', async () => {
    expect((await rawPost(platform.port, PATH)).status).toBe(404);
    for (const path of [PATH, '/console/development', '/console/development/mainnet'])
      expect((await rawGet(platform.port, path, pageOf(platform))).status).toBe(404);
  });

  it('the configuration of the page says that it has the routes', async () => {
    expect(await controlsIn(platform)).toEqual([true, true]);
  });

  it('a control that the page does not need is not passed on', async () => {
    for (const control of ['reset', 'create-account', '..%2Fstatus', 'constructor'])
      expect(
        (await rawPost(platform.port, `/console/development/mainnet/${control}`, pageOf(platform))).status,
      ).toBe(404);
  });

  it('a page of the gateway controls the chain, and gets its reason for a refusal', async () => {
    const control = async (name: string, body: string) => {
      const headers = { ...pageOf(platform), 'content-type': 'application/json' };
      const path = `/console/development/mainnet/${name}`;
      const { status, body: answer } = await rawPost(platform.port, path, headers, body);
      return [status, JSON.parse(answer.toString()) as object] as const;
    };
    const before = chain.devchain.chain.head().num;
    expect(await control('produce-blocks', '{"count":3}')).toMatchObject([
      200,
      { head_block_num: before + 3 },
    ]);
    expect(await control('produce-blocks', '{"count":0}')).toMatchObject([
      400,
      { code: 'upstream_refused', error: expect.stringContaining('count: must be a whole number') as string },
    ]);
  });

  it('the names of the snapshots are read, and a snapshot is taken', async () => {
    const call = async (name: string, body = '{}') => {
      const headers = { ...pageOf(platform), 'content-type': 'application/json' };
      const answer = await rawPost(platform.port, `/console/development/mainnet/${name}`, headers, body);
      return (JSON.parse(answer.body.toString()) as { snapshots: string[] }).snapshots;
    };
    expect(await call('snapshots')).toEqual(['start']);
    expect(await call('snapshot', '{"name":"one"}')).toEqual(['start', 'one']);
    expect(await call('snapshots')).toEqual(['start', 'one']);
  });

  it('an unknown network has no accounts', async () => {
    const path = '/console/development/othernet/accounts';
    expect((await rawPost(platform.port, path, pageOf(platform))).status).toBe(404);
  });
});

describe('a development chain that refuses', () => {
  let refusing: Server;
  beforeAll(async () => {
    refusing = createServer((_request, answer) => answer.writeHead(403).end('{"error":"refused"}'));
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => refusing.close());

  it('the refusal of the chain is no list of accounts', async () => {
    const { port } = refusing.address() as AddressInfo;
    const platform = await startPlatform({ DEVCHAIN_PORT: String(port) });
    try {
      const { status, body } = await rawPost(platform.port, PATH, pageOf(platform));
      expect([status, JSON.parse(body.toString())]).toEqual([
        400,
        expect.objectContaining({ code: 'upstream_unavailable' }),
      ]);
    } finally {
      await platform.app.close();
    }
  });
});

describe('a gateway for more than this machine', () => {
  it.each([
    ['a gateway that listens beyond this machine', { HOST: '0.0.0.0' }],
    ['a gateway with a public address', { PUBLIC_URL: 'https://gateway.example' }],
    ['a gateway with a trusted proxy', { TRUSTED_PROXIES: '127.0.0.1' }],
  ])('%s has no route to development accounts', async (_which, settings) => {
    const platform = await startPlatform(settings);
    try {
      expect((await rawPost(platform.port, PATH, pageOf(platform))).status).toBe(404);
      expect(await controlsIn(platform)).toEqual([false, false]);
    } finally {
      await platform.app.close();
    }
  });
});
