import { request } from 'node:http';
import { bodyIn, exchange, statusesIn } from '../../harness/raw-http';
import { type Platform, startPlatform } from '../../harness/gateway/platform';

const BODY = '{"account":"alice"}';
const MAX_BYTES = 2048;

describe('HTTP on the public port', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ MAX_TOOL_BODY_BYTES: String(MAX_BYTES), RATE_LIMIT_RELAY: '1' });
  });
  afterAll(() => platform.app.close());

  const post = (target: string, headers: readonly string[], body = BODY): string =>
    [`POST ${target} HTTP/1.1`, `Content-Length: ${body.length}`, ...headers, '', body].join('\r\n');
  const HOST = 'Host: gateway';
  const CLOSE = 'Connection: close';
  const TOOL = '/v1/tools/get_echo';

  it.each([
    ['no Host', post(TOOL, []), 400, 'it has no Host header'],
    ['two Hosts', post(TOOL, [HOST, 'host: evil.example']), 400, 'it has more than one Host header'],
    ['an unknown expectation', post(TOOL, [HOST, 'Expect: 200-maybe']), 417, 'the Expect header may be'],
    [
      'a compressed transfer coding',
      `POST ${TOOL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      501,
      'the only transfer coding that is supported is chunked',
    ],
    [
      'a compressed transfer coding whose body is no chunk',
      `POST ${TOOL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: gzip, chunked\r\n\r\nno chunk\r\n\r\n`,
      501,
      'the only transfer coding that is supported is chunked',
    ],
    ['no version (HTTP/0.9)', 'GET /health\r\n\r\n', 505, 'HTTP/0.9 is not supported; use HTTP/1.1'],
  ])(
    'the public port refuses a request with %s as {error} and closes',
    async (_what, bytes, status, error) => {
      const text = await exchange(platform.port, bytes);
      expect(statusesIn(text)).toEqual([status]);
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
      expect(text).toMatch(/\r\nX-Request-Id: \S+\r\n/i);
      expect(JSON.parse(bodyIn(text))).toEqual({
        error: expect.stringContaining(error) as string,
        code: expect.stringMatching(/^[a-z_]+$/) as string,
      });
    },
  );

  it.each([
    ['in absolute form', `http://gateway:3000${TOOL}`],
    ['in absolute form with another authority', `HTTP://[${TOOL}`],
    ['with encoded letters', '/v1/tools/get%5Fech%6f'],
  ])('the public port answers a request target %s', async (_what, target) => {
    const text = await exchange(platform.port, post(target, [HOST, CLOSE]));
    expect(statusesIn(text)).toEqual([200]);
    expect(JSON.parse(bodyIn(text))).toEqual({ network: 'mainnet', account: 'alice' });
  });

  it('the public port answers HTTP/1.0 without Host', async () => {
    const text = await exchange(platform.port, 'GET /health HTTP/1.0\r\n\r\n');
    expect([statusesIn(text), bodyIn(text)]).toEqual([[200], '{"ok":true}']);
  });

  describe('a request with Expect: 100-continue', () => {
    const EXPECT = 'Expect: 100-continue';
    const head = (tool: string, length: number) =>
      `POST /v1/tools/${tool} HTTP/1.1\r\n${HOST}\r\n${EXPECT}\r\nContent-Length: ${length}\r\n\r\n`;

    it('a request with Expect: 100-continue is answered with 413 at once when the declared length is over the limit', async () => {
      const text = await exchange(platform.port, head('get_echo', MAX_BYTES + 1));
      expect(statusesIn(text)).toEqual([413]);
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
    });

    it('Expect: 100-continue gets the answer of a route without a body', async () => {
      const text = await exchange(platform.port, `GET /health HTTP/1.1\r\n${HOST}\r\n${EXPECT}\r\n\r\n`);
      expect(statusesIn(text)).toEqual([200]);
    });

    it('Expect: 100-continue gets 100 Continue and the answer on a kept connection', async () => {
      const one = head('get_echo', BODY.length) + BODY;
      const text = await exchange(platform.port, one + post(TOOL, [HOST, CLOSE]));
      expect(statusesIn(text)).toEqual([100, 200, 200]);
    });

    it('Expect: 100-continue of the HTTP client of Node is answered', async () => {
      const answered = new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(platform.url + TOOL, {
          method: 'POST',
          headers: { expect: '100-continue', 'content-length': BODY.length },
        });
        outgoing.on('continue', () => outgoing.end(BODY)).on('error', reject);
        outgoing.on('response', (answer) => resolve(answer.resume().statusCode));
        outgoing.flushHeaders();
      });
      expect(await answered).toBe(200);
    });
  });
});
