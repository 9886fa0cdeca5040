import zlib, { gunzipSync } from 'node:zlib';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { rawGet } from './support/raw-get';

interface Document {
  info: object;
  servers: { url: string }[];
  security: unknown[];
  paths: Record<string, { post?: Operation }>;
  components: { schemas: Record<string, { properties?: object }>; headers: object };
}

interface Operation {
  tags: string[];
  operationId: string;
  requestBody: { content: { 'application/json': { schema: object } } };
  responses: Record<
    string,
    { description: string; headers?: object; content: { 'application/json': { examples?: object } } }
  >;
}

describe('the API documentation', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.app.close());

  const document = async (): Promise<Document> =>
    (await (await fetch(`${platform.url}/docs/openapi.json`)).json()) as Document;

  it.each(['/docs', '/docs/'])('%s loads files of this server only', async (path) => {
    const page = await fetch(platform.url + path);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(html).toContain('name="viewport"');
    const assets = [...html.matchAll(/<(?:script|link)[^>]+?(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    expect(assets).toHaveLength(4);
    // The policy forbids inline scripts.
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    for (const asset of assets) {
      const url = new URL(asset, page.url);
      expect(url.origin).toBe(platform.url);
      const file = await fetch(url);
      expect([file.status, (await file.bytes()).length > 0]).toEqual([200, true]);
    }
  });

  it.each(['swagger-ui.css.map', 'package.json', 'absolute-path.js', '../package.json'])(
    'the API documentation does not serve /docs/%s',
    async (name) => {
      expect((await rawGet(platform.port, `/docs/${name}`)).status).toBe(404);
    },
  );

  it('/docs shows the kind of each tool instead of its method', async () => {
    const html = await (await fetch(`${platform.url}/docs`)).text();
    expect(html).toMatch(/\[id\$="-get_echo"\][^{]*::after[^{]*\{ content: "READ"/);
    expect(html).toMatch(/\[id\$="-compose_echo"\][^{]*::after[^{]*\{ content: "COMPOSE"/);
    expect(html).toMatch(/\[id\$="-relay_echo"\][^{]*::after[^{]*\{ content: "RELAY"/);
  });

  it('/docs serves its files with gzip where it is accepted, and answers 304 to a known ETag', async () => {
    const packed = await rawGet(platform.port, '/docs/openapi.json', { 'accept-encoding': 'gzip' });
    const plain = await rawGet(platform.port, '/docs/openapi.json');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    const again = await rawGet(platform.port, '/docs/openapi.json', {
      'if-none-match': plain.headers.etag!,
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('openapi.json describes every tool, its input by name, its headers and its refusals', async () => {
    const { info, security, paths, components } = await document();
    expect(info).toMatchObject({
      title: 'Chain Tool Gateway',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    });
    expect(security).toEqual([]);
    expect(paths).toHaveProperty('/health');
    const operation = paths['/v1/tools/get_echo']!.post!;
    expect(operation).toMatchObject({ tags: ['Test'], operationId: 'get_echo', 'x-tool-kind': 'read' });
    expect(operation.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/EchoInput',
    });
    expect(components.schemas['EchoInput']!.properties).toMatchObject({
      network: {
        $ref: '#/components/schemas/Network',
        description: expect.stringMatching(/ Default: mainnet$/) as string,
      },
      account: { $ref: '#/components/schemas/AccountName', description: 'Comes back as it was sent' },
    });
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '404', '429', 'default']);
    const headers = Object.entries(operation.responses).map(([status, response]) => [
      status,
      Object.keys(response.headers ?? {}),
    ]);
    expect(Object.fromEntries(headers)).toEqual({
      '200': [
        ...['x-request-id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'],
      ],
      ...{ '400': [], '404': [], '429': ['Retry-After'], default: [] },
    });
  });

  it('openapi.json documents refusals with the messages of the tools', async () => {
    const { paths } = await document();
    const { content } = paths['/v1/tools/get_echo']!.post!.responses['400']!;
    const examples = content['application/json'].examples as Record<string, { value: { error: string } }>;
    const answer = await platform.post('/v1/tools/get_echo', '{}');
    expect(examples['fields missing']!.value).toEqual(await answer.json());
  });

  it('openapi.json documents every header that an answer has', async () => {
    const { paths, components } = await document();
    const documented = Object.keys(paths['/v1/tools/get_echo']!.post!.responses['200']!.headers ?? {});
    const answer = await platform.call('get_echo');
    for (const header of documented) expect([header, answer.headers.has(header)]).toEqual([header, true]);
    expect(Object.keys(components.headers)).toContain('RetryAfter');
  });

  it.each(['openapi.json', 'tools.json'])(
    '%s is the same under every Host, and names no server: it is the one that was asked',
    async (name) => {
      const compress = jest.spyOn(zlib, 'gzipSync');
      const hosts = ['gateway.example:8080', 'other.example', 'a"b', '[::1]'];
      const answers = [];
      for (const host of hosts) answers.push(await rawGet(platform.port, `/docs/${name}`, { host }));
      const [first, ...others] = answers.map(({ body, headers }) => [body.toString(), headers.etag]);
      for (const other of others) expect(other).toEqual(first);
      expect(JSON.parse(first![0]!)).not.toHaveProperty('servers');
      expect(compress.mock.calls.length).toBeLessThanOrEqual(1);
      compress.mockRestore();
    },
  );
});

describe('the API documentation behind a proxy', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ PUBLIC_URL: 'https://api.example.org/chain' });
  });
  afterAll(() => platform.app.close());

  it('/docs uses PUBLIC_URL for the server of the document and for the files of the page', async () => {
    const document = (await (await fetch(`${platform.url}/docs/openapi.json`)).json()) as Document;
    expect(document.servers).toEqual([{ url: 'https://api.example.org/chain', description: 'This gateway' }]);
    const tools = (await (await fetch(`${platform.url}/docs/tools.json`)).json()) as Document;
    expect(tools.servers).toEqual(document.servers);
    expect(await (await fetch(`${platform.url}/docs`)).text()).toContain('src="/chain/docs/initializer.js"');
  });
});

describe('the start page', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.app.close());

  it('the start page lists every tool with a link to its documentation for a browser', async () => {
    const page = await fetch(`${platform.url}/`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('href="/docs#/Test/get_echo"');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  });

  it('the start page has its content security policy also for a request with a query', async () => {
    const page = await fetch(`${platform.url}/?from=mail`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  });

  it.each(['/', '/llms.txt'])('%s answers clients that do not accept HTML with an overview', async (path) => {
    const answer = await fetch(`${platform.url}${path}`, { headers: { accept: 'application/json' } });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.headers.get('vary')).toContain(
      path === '/' ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
    );
    for (const [, target] of text.matchAll(/\]\((.+?)\)/g)) {
      const linked = await fetch(`${platform.url}${target!}`, { headers: { accept: 'text/html' } });
      expect([target, linked.status]).toEqual([
        target,
        /^\/(mcp|v1)/.test(target!) ? expect.any(Number) : 200,
      ]);
    }
    expect(text).toContain('- [get_echo](/v1/tools/get_echo): read. Echo in the read bucket');
    expect(text).toContain('features (test)');
  });
});
