import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { rawGet } from './support/raw-get';

const BROWSER = { accept: 'text/html,application/xhtml+xml' };

describe('the pages of the console', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.app.close());

  const page = async (path: string) => (await fetch(platform.url + path, { headers: BROWSER })).text();
  const assetsOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map((match) => match[1]!);

  it('the start page of a browser is the console, and without JavaScript the addresses of the service', async () => {
    const html = await page('/');
    for (const address of ['/docs', '/docs/tools.json', '/docs/openapi.json', '/mcp', '/health'])
      expect(html).toContain(address);
    expect(html).toContain('get_echo');
    expect(assetsOf(html).length).toBeGreaterThanOrEqual(2);
  });

  it.each(['*/*', 'application/json', ''])(
    'a program that accepts "%s" gets the overview at /',
    async (accept) => {
      const answer = await rawGet(platform.port, '/', { accept });
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.body.toString()).toContain('# Chain Tool Gateway');
    },
  );

  it.each([
    '/console',
    '/console/',
    '/console/mainnet',
    '/console/mainnet/market/btcusdt',
    '/console/a/b/c/d',
  ])('the path %s is a page of the console', async (path) => {
    expect(await page(path)).toBe(await page('/'));
  });

  it.each(['/', '/console/mainnet', '/console/config.json'])(
    'the policy of %s allows files of this server alone, and no inline script or style',
    async (path) => {
      const { headers } = await rawGet(platform.port, path, BROWSER);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'; trusted-types 'none'",
      );
    },
  );

  it('the policy of the wallet window lets it connect nowhere, and run no script but its own', async () => {
    const { headers } = await rawGet(platform.port, '/console/wallet', BROWSER);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(await page('/console/wallet')).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('the page has no inline script, style or handler, which its policy would stop', async () => {
    const html = await page('/');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('the files of the console are kept by browsers, in three encodings of the same content', async () => {
    for (const asset of assetsOf(await page('/'))) {
      const [plain, gzip, brotli] = await Promise.all(
        ['identity', 'gzip', 'gzip, br'].map((encoding) =>
          rawGet(platform.port, asset, { 'accept-encoding': encoding }),
        ),
      );
      expect(plain!.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(gzip!.headers['content-encoding']).toBe('gzip');
      expect(brotli!.headers['content-encoding']).toBe('br');
      expect(gunzipSync(gzip!.body)).toEqual(plain!.body);
      expect(brotliDecompressSync(brotli!.body)).toEqual(plain!.body);
    }
  });

  it.each(['/console/assets/none.js', '/console/assets/manifest.json', '/console/assets/..%2Fmanifest.json'])(
    'the file %s is not served',
    async (path) => {
      expect((await rawGet(platform.port, path)).status).toBe(404);
    },
  );

  it('the configuration names the networks and nothing of their nodes', async () => {
    const text = (await rawGet(platform.port, '/console/config.json')).body.toString();
    const { networks } = JSON.parse(text) as { networks: { name: string; real_funds: boolean }[] };
    expect(networks.map(({ name, real_funds }) => [name, real_funds])).toEqual([
      ['mainnet', false],
      ['testnet', false],
    ]);
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|8888/);
  });
});

describe('limits on the page for agents', () => {
  it('the limits are those of the settings, and a limit that is turned off is null', async () => {
    const settings = { RATE_LIMIT_READ: '7', RATE_LIMIT_META: '0', MAX_TOOL_BODY_BYTES: '70000' };
    const platform = await startPlatform({ ...settings, MAX_EVENT_STREAMS_PER_ADDRESS: '3' });
    try {
      const { body } = await rawGet(platform.port, '/console/agents.json');
      const { limits } = JSON.parse(body.toString()) as { limits: object };
      expect(limits).toMatchObject({
        requests_per_minute: { read: 7, compose: 60, meta: null },
        body_bytes: { read: 16_384, relay: 70_000 },
        event_streams_per_address: 3,
      });
    } finally {
      await platform.app.close();
    }
  });
});

describe('a gateway with a relay of wallets', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ CONSOLE_WALLET_RELAY: 'https://relay.example:8443' });
  });
  afterAll(() => platform.app.close());

  it('the wallet window may connect to the relay alone, and other pages not to it', async () => {
    const policyOf = async (path: string) =>
      String((await rawGet(platform.port, path, BROWSER)).headers['content-security-policy']);
    const wallet = await policyOf('/console/wallet');
    expect(wallet.split('; ')).toContain('connect-src wss://relay.example:8443');
    expect(wallet.split('; ')).toContain("script-src 'self'");
    expect(await policyOf('/console/mainnet')).not.toContain('relay.example');
  });

  it('the configuration of the page names the relay', async () => {
    const { body } = await rawGet(platform.port, '/console/config.json');
    expect(JSON.parse(body.toString())).toMatchObject({ wallet_relay: 'https://relay.example:8443' });
  });
});

describe('a gateway with CONSOLE=off', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ CONSOLE: 'off' });
  });
  afterAll(() => platform.app.close());

  it.each([
    '/console',
    '/console/mainnet',
    '/console/config.json',
    '/console/agents.json',
    '/console/assets/a.js',
  ])('the path %s does not exist', async (path) => {
    expect((await rawGet(platform.port, path, BROWSER)).status).toBe(404);
  });

  it('the start page of a browser has no script', async () => {
    const { body } = await rawGet(platform.port, '/', BROWSER);
    expect(body.toString()).toContain('get_echo');
    expect(body.toString()).not.toContain('<script');
  });
});
