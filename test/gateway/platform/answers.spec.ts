import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { errorOf, type Platform, startPlatform } from '../../harness/gateway/platform';

const UNLIMITED = { RATE_LIMIT_READ: '100000', RATE_LIMIT_COMPOSE: '100000', RATE_LIMIT_RELAY: '100000' };

/** Headers that the reference of the node API has a row for. */
const documentedHeaders = (): string[] => {
  const [, table = ''] = readFileSync('docs/reference/node-api.md', 'utf8').split('## Headers');
  return [...table.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name = '']) => name);
};

describe('the HTTP answers of the platform', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ ...UNLIMITED, MAX_TOOL_BODY_BYTES: '2048', LOG_SUCCESS_EVERY: '1' });
  });
  afterAll(() => platform.app.close());

  const exchange = (raw: string) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(platform.port, '127.0.0.1', () => socket.write(raw));
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text)).on('error', reject);
    });

  describe('the body of a tool call', () => {
    const valid = '{"account":"alice"}';
    it.each([
      ['JSON', valid, {}],
      ['JSON with content type text/plain', valid, { 'content-type': 'text/plain' }],
      [
        'JSON with the content type of a form',
        valid,
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
      ['JSON after a byte order mark', `\ufeff${valid}`, {}],
      ['JSON with white space around it', ` \n${valid}\n`, {}],
      ['JSON with content-encoding identity', valid, { 'content-encoding': 'identity' }],
      ['JSON of exactly the maximum size', valid.padEnd(2048), {}],
    ])('the body of a tool call is accepted: %s', async (_what, body, headers) => {
      const answer = await platform.post('/v1/tools/get_echo', body, headers as Record<string, string>);
      expect([answer.status, await answer.json()]).toEqual([200, { network: 'mainnet', account: 'alice' }]);
    });

    it.each([
      ['empty body', '', 400, 'account: is required'],
      ['white space only', ' \n', 400, 'account: is required'],
      [
        'invalid JSON',
        '{"account":}',
        400,
        'the body is not valid JSON: unexpected "}" at position 11 (line 1 column 12)',
      ],
      [
        'truncated JSON',
        '{"account": "al',
        400,
        'the body is not valid JSON: it ends too early, at position 15',
      ],
      [
        'a form',
        'account=alice',
        400,
        'the body is not valid JSON: unexpected "a" at position 0 (line 1 column 1)',
      ],
      ['an array', '[]', 400, 'the body must be a JSON object, got an array'],
      ['null', 'null', 400, 'the body must be a JSON object, got null'],
      ['a string', '"alice"', 400, 'the body must be a JSON object, got a string'],
      ['a number', '5', 400, 'the body must be a JSON object, got a number'],
      [
        'bytes that are not UTF-8',
        Buffer.from([0x22, 0xff, 0x22]),
        400,
        'the body is not valid JSON: it is not UTF-8',
      ],
      ['a duplicate member', '{"account":"alice","account":"bob"}', 400, 'account: occurs more than once'],
      ['a duplicate member, escaped once', '{"a":1,"\\u0061":2}', 400, 'a: occurs more than once'],
      [
        '501 values',
        `{"account":[${Array(499).fill(0).join(',')}]}`,
        400,
        'the body has more than 500 JSON values',
      ],
      [
        'a body over the maximum size',
        `${valid}${' '.repeat(2048)}`,
        413,
        'the body is larger than 2048 bytes',
      ],
    ])('the body of a tool call is refused: %s', async (_what, body, status, error) => {
      const answer = await platform.post('/v1/tools/get_echo', body);
      expect([answer.status, await answer.json()]).toEqual([
        status,
        { error, code: expect.stringMatching(/^[a-z_]+$/) as string },
      ]);
    });

    it('the body of a tool call is refused with 415 when it is compressed', async () => {
      const answer = await platform.post('/v1/tools/get_echo', gzipSync(valid), {
        'content-encoding': 'gzip',
      });
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
      expect(await errorOf(answer)).toBe(
        'content-encoding gzip is not supported; send the body uncompressed',
      );
    });

    it('the body of a tool call is refused with 413 while it streams, when no length was declared', async () => {
      const answer = await new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(`${platform.url}/v1/tools/get_echo`, { method: 'POST' }, (response) => {
          resolve(response.statusCode);
          response.resume();
        });
        request.on('error', reject);
        for (let part = 0; part < 5; part++) request.write(' '.repeat(1024));
        request.end();
      });
      expect(answer).toBe(413);
    });

    it('the body of a tool call is logged with status 499 when the client disconnects before its end', async () => {
      const head =
        'POST /v1/tools/get_echo HTTP/1.1\r\nHost: x\r\nX-Request-Id: gone\r\nContent-Length: 50\r\n\r\n{"acc';
      await new Promise<void>((resolve, reject) => {
        const socket = connect(platform.port, '127.0.0.1', () => socket.write(head, () => socket.destroy()));
        socket.on('close', () => resolve()).on('error', reject);
      });
      await platform.post('/v1/tools/get_echo'); // the log of what came before is complete when this is answered
      const lines = () => platform.log.filter(({ requestId }) => requestId === 'gone');
      while (lines().length === 0) await new Promise(setImmediate);
      expect(lines()).toEqual([expect.objectContaining({ status: 499, path: '/v1/tools/get_echo' })]);
    });

    it('the body of a tool call is refused with 400 when it is deeply nested', async () => {
      const answer = await platform.post(
        '/v1/tools/get_echo',
        '{"account":'.repeat(150) + '1' + '}'.repeat(150),
      );
      expect(answer.status).toBe(400);
    });
  });

  it.each([
    ['POST', '/v1/tools/nosuch', 404, 'no such tool: nosuch'],
    ['POST', '/v1/tools/get_ecko', 404, 'no such tool: get_ecko; did you mean get_echo?'],
    ['POST', '/v1/tools/GET_ECHO', 404, 'no such tool: GET_ECHO; did you mean get_echo?'],
    ['POST', '/v1/tools/', 404, 'no such tool: '],
    ['GET', '/v1/tools/nosuch', 404, 'no such tool: nosuch'],
    ['POST', '/v1/tools/%ff', 400, 'the path has a broken percent-encoding'],
    ['POST', '/v1/tools', 404, 'no such route: POST /v1/tools'],
    ['GET', '/metrics', 404, 'no such route: GET /metrics'],
    ['GET', '/docs/../../package.json', 404, 'no such route: GET /package.json'],
    ['GET', '/v1/tools/get_echo', 405, 'method GET is not allowed here; use POST with a JSON body'],
    [
      'GET',
      '/v1/tools/get_echo?account=alice',
      405,
      'method GET is not allowed here; use POST with a JSON body',
    ],
    ['DELETE', '/v1/tools/get_echo', 405, 'method DELETE is not allowed here; use POST with a JSON body'],
    ['POST', '/health', 405, 'method POST is not allowed here; use GET'],
  ])('%s %s is answered with %d', async (method, path, status, error) => {
    const answer = await fetch(platform.url + path, { method });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { error, code: expect.stringMatching(/^[a-z_]+$/) as string },
    ]);
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^(POST|GET), OPTIONS$/);
  });

  it('the HTTP answers of the platform quote at most 100 characters of a tool name', async () => {
    const answer = await platform.post(`/v1/tools/${'x'.repeat(5000)}`);
    expect(await errorOf(answer)).toBe(`no such tool: ${'x'.repeat(100)}…`);
  });

  it('the HTTP answers of the platform are the same for a tool path with a trailing slash or a query', async () => {
    for (const path of ['/v1/tools/get_echo/', '/v1/tools/get_echo?x=1']) {
      expect((await platform.post(path, '{"account":"alice"}')).status).toBe(200);
    }
  });

  it('the HTTP answers of the platform to OPTIONS list the methods of the path', async () => {
    const answer = await fetch(`${platform.url}/v1/tools/get_echo`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('the HTTP answers of the platform to an unexpected error contain no detail; the log line with the same request id contains the cause', async () => {
    const answer = await platform.call('break_echo', { 'x-request-id': 'break-1' });
    expect(answer.status).toBe(500);
    expect(answer.headers.get('x-request-id')).toBe('break-1');
    expect(await errorOf(answer)).toMatch(/^internal error/);
    const line = platform.log.find(({ requestId }) => requestId === 'break-1');
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      err: { message: 'secret of the inside', cause: { message: 'deeper secret of alice' } },
    });
  });

  it.each([
    ['valid', 'abc-DEF_123.4', true],
    ['of the maximum length', 'x'.repeat(128), true],
    ['over the maximum length', 'x'.repeat(129), false],
    ['with a space', 'two words', false],
    ['with HTML', '<script>', false],
  ])(
    'the HTTP answers of the platform keep a valid request id and replace an invalid one: %s',
    async (_what, offered, isKept) => {
      const answer = await fetch(`${platform.url}/health`, { headers: { 'x-request-id': offered } });
      const id = answer.headers.get('x-request-id');
      if (isKept) expect(id).toBe(offered);
      else expect(id).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('the HTTP answers of the platform have Content-Length, and no ETag or X-Powered-By', async () => {
    const answer = await platform.call('get_echo');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-length')).toBe('39');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the HTTP answers of the platform allow pages of any origin by CORS', async () => {
    const answer = await platform.call('get_echo', { origin: 'https://dapp.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['ratelimit-remaining', ...documentedHeaders()]));
    const preflight = await fetch(`${platform.url}/v1/tools/get_echo`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://dapp.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('the HTTP answers of the platform to HEAD have Content-Length and no body', async () => {
    const answer = await fetch(`${platform.url}/health`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '11',
      '',
    ]);
  });

  it('the HTTP answers of the platform to bytes that are not HTTP are JSON', async () => {
    expect(await exchange('GARBAGE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [^]*\{"error":"the request is not valid HTTP","code":"malformed_request"\}$/,
    );
    expect(await exchange(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*\{"error":"the request header is too large","code":"request_head_too_large"\}$/,
    );
  });

  it('the HTTP answers of the platform of an Express handler have the request and response members of Express', async () => {
    const answer = await platform.post('/v1/express/plain?a=1', '', { 'x-sent': 'seen' });
    expect([answer.status, answer.headers.get('x-seen'), await answer.json()]).toEqual([
      201,
      'seen',
      {
        query: { a: '1' },
        isNodeRequest: true,
        isNodeResponse: true,
        knowsExpress: true,
        hasExpressMembers: true,
      },
    ]);
  });
});
