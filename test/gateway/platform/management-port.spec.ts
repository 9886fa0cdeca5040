import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { bodyIn, exchange, statusesIn } from '../../harness/raw-http';
import { type Platform, startPlatform } from '../../harness/gateway/platform';

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;

describe('the management port of a process', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ HOST: '0.0.0.0', MANAGEMENT_ALLOWED_HOSTS: 'gateway.monitoring.svc' });
  });
  afterAll(() => platform.app.close());

  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${platform.managementUrl}/metrics`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('the management port listens on loopback only, for any value of HOST', async () => {
    const { hostname, port } = new URL(platform.managementUrl);
    expect(hostname).toBe('127.0.0.1');
    const address = ownAddress() ?? '127.0.0.2';
    await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  it.each([
    ['IP address', '127.0.0.1', 200],
    ['localhost', 'localhost:9', 200],
    ['listed name', 'gateway.monitoring.svc:3001', 200],
    ['name that is not allowed', 'rebound.example:3001', 403],
  ])('the management port answers requests for an %s (Host: %s) with %d', async (_what, host, expected) => {
    expect(await status({ host })).toBe(expected);
  });

  it.each([
    ['a script of another origin', { origin: 'http://evil.example' }],
    ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
  ])('the management port refuses requests of %s', async (_what, headers) => {
    expect(await status(headers as Record<string, string>)).toBe(403);
  });

  it('a request to the management port gets its own answer when the one behind it is no HTTP', async () => {
    const { port } = new URL(platform.managementUrl);
    const text = await exchange(
      Number(port),
      'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\nno HTTP\r\n\r\n',
    );
    expect([statusesIn(text), bodyIn(text)]).toEqual([[200], '{"ok":true}']);
  });

  it.each([
    ['GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 403],
    ['GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
    ['GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
    ['GET http://localhost/livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 200],
    ['GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 400],
    ['GET /livez HTTP/1.0\r\n\r\n', 200],
    ['nonsense\r\n\r\n', 400],
  ])('the management port answers the raw request %j with %d, as JSON', async (bytes, expected) => {
    const text = await exchange(Number(new URL(platform.managementUrl).port), bytes);
    expect(statusesIn(text)).toEqual([expected]);
    const error = expect.any(String) as string;
    // A request that Node cannot read is refused before the port is known, as on the public port.
    const refused = bytes.startsWith('nonsense') ? { error, code: 'malformed_request' } : { error };
    expect(JSON.parse(bodyIn(text))).toEqual(expected === 200 ? { ok: true } : refused);
  });
});
