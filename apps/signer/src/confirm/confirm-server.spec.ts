import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Answer, ConfirmServer } from './confirm-server';

interface Got {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const FORM = 'application/x-www-form-urlencoded';

describe('the page of a question', () => {
  const answers: Answer[] = [];
  let page: ConfirmServer;
  beforeEach(async () => {
    answers.splice(0);
    page = await ConfirmServer.start('pays <b>9</b> USDT to "bob"\u202e', (answer) => answers.push(answer));
  });
  afterEach(() => page.close());

  async function ask(
    method: string,
    { path = new URL(page.url).pathname, headers = {}, body = '' }: Sent = {},
  ): Promise<Got> {
    const { hostname, port } = new URL(page.url);
    const sent = request({ hostname, port, method, path, headers, agent: false });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  }
  const own = () => ({ origin: new URL(page.url).origin, 'content-type': FORM });

  it('the question is text: no markup, no invisible character, no script', async () => {
    const { status, headers, text } = await ask('GET');
    expect(status).toBe(200);
    expect(text).toContain('<pre>pays &lt;b&gt;9&lt;/b&gt; USDT to &quot;bob&quot;\\u202e</pre>');
    expect(text).not.toMatch(/<script|https?:/);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(answers).toEqual([]);
  });

  it.each(['approve', 'refuse'] as const)('the first answer ends the page: %s', async (answer) => {
    const { status } = await ask('POST', { headers: own(), body: `answer=${answer}` });
    expect([status, answers]).toEqual([200, [answer]]);
    await expect(ask('POST', { headers: own(), body: 'answer=approve' })).rejects.toThrow('ECONNREFUSED');
    expect(answers).toEqual([answer]);
  });

  it.each<[string, number, () => Parameters<typeof ask>[1]]>([
    ['another host name', 421, () => ({ headers: { ...own(), host: 'evil.example' } })],
    ['another port of the host name', 421, () => ({ headers: { ...own(), host: '127.0.0.1:1' } })],
    [
      'the name localhost',
      421,
      () => ({ headers: { ...own(), host: `localhost:${new URL(page.url).port}` } }),
    ],
    ['no code', 404, () => ({ path: '/', headers: own() })],
    ['another code', 404, () => ({ path: `/${'A'.repeat(43)}`, headers: own() })],
    ['a query', 404, () => ({ path: `${new URL(page.url).pathname}?x=1`, headers: own() })],
    ['another origin', 403, () => ({ headers: { ...own(), origin: 'https://evil.example' } })],
    ['the origin null', 403, () => ({ headers: { ...own(), origin: 'null' } })],
    ['no origin', 403, () => ({ headers: { 'content-type': FORM } })],
    ['another site', 403, () => ({ headers: { ...own(), 'sec-fetch-site': 'cross-site' } })],
    ['JSON', 403, () => ({ headers: { ...own(), 'content-type': 'application/json' } })],
    ['text', 403, () => ({ headers: { ...own(), 'content-type': 'text/plain' } })],
    ['no answer', 400, () => ({ headers: own(), body: 'x=approve' })],
    ['two answers', 400, () => ({ headers: own(), body: 'answer=refuse&answer=approve' })],
  ])('an answer with %s is refused with %s', async (_, expected, change) => {
    const { status } = await ask('POST', { body: 'answer=approve', ...change() });
    expect([status, answers]).toEqual([expected, []]);
    expect((await ask('GET')).status).toBe(200);
  });

  it('a page that reads as another host gets no question', async () => {
    const { status, text } = await ask('GET', { headers: { host: 'evil.example' } });
    expect(status).toBe(421);
    expect(text).not.toContain('USDT');
    expect((await ask('PUT', { headers: own() })).status).toBe(405);
  });

  it('a long body is no answer', async () => {
    const { status } = await ask('POST', { headers: own(), body: `answer=approve&${'x'.repeat(300)}` });
    expect([status, answers]).toEqual([413, []]);
  });

  it('the page is on the loopback address alone, with a code of 32 bytes', async () => {
    const { port, pathname } = new URL(page.url);
    expect(pathname).toMatch(/^\/[\w-]{43}$/);
    const outer = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    for (const { address } of outer) {
      const other = connect(Number(port), address);
      await expect(once(other, 'connect')).rejects.toThrow('ECONNREFUSED');
    }
  });
});
