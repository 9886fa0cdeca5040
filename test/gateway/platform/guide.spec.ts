import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

describe('the guide at /docs/guide', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway('http://127.0.0.1:9', undefined, {
      PUBLIC_URL: 'https://api.example/chain',
    });
  });
  afterAll(() => gateway.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/docs/guide${path}`, { headers, redirect: 'manual' });

  it('the guide begins below its folder, also where clients reach the gateway below a path', async () => {
    const { status, headers } = await get('');
    expect([status, headers.get('location')]).toEqual([308, '/chain/docs/guide/']);
  });

  it('a page of the guide allows files of this server alone, and is not sent again while it is the same', async () => {
    const page = await get('/tutorials/first-transfer.html');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<h1 id="first-transfer');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    const again = await get('/tutorials/first-transfer.html', { 'if-none-match': page.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('each file that a page of the guide loads is served with its type, script and styles for a year', async () => {
    const html = await (await get('/')).text();
    const files = [...html.matchAll(/ (?:href|src)="([\w-]+\.(?:css|js|svg))"/g)].map(([, name]) => name!);
    expect(files).toHaveLength(3);
    for (const name of [...files, 'search-index.json', 'pictures/market.png', 'examples/']) {
      const { status, headers } = await get(`/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers.get('content-type')).toMatch(/css|javascript|svg|json|png|html/);
      const isKept = headers.get('cache-control')!.includes('immutable');
      expect([name, isKept]).toEqual([name, /^guide-/.test(name)]);
    }
  });

  it.each([
    '/none.html',
    '/tutorials',
    '/../openapi.json.map',
    '/..%2f..%2fgateway/main.js',
    '/%2e%2e/%2e%2e/package.json',
    '/pictures/',
    '//etc/passwd',
    '/index.html%00.png',
  ])('no file beside the guide is served: %s', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/json')]);
  });

  it('start page, API page and overview lead to the guide', async () => {
    for (const [path, accept] of [
      ['/', 'text/html'],
      ['/docs', 'text/html'],
      ['/llms.txt', 'text/plain'],
    ]) {
      const answer = await fetch(`${gateway.url}${path!}`, { headers: { accept: accept! } });
      expect([path, (await answer.text()).includes('/chain/docs/guide/')]).toEqual([path, true]);
    }
  });
});
