import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { metric, type RawClient, rawClient } from './support/raw-connection';

const IN_FLIGHT = 'gateway_body_bytes_in_flight';
const HALF_BODY = 'x'.repeat(200_000);
const head = (client: string, length = 262_144): string =>
  `POST /v1/tools/relay_echo HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\nContent-Length: ${length}\r\n\r\n`;

describe('unfinished bodies', () => {
  let platform: Platform;
  const clients: RawClient[] = [];
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy();
    await platform.app.close();
  });
  const send = (client: string): RawClient => {
    const raw = rawClient(platform.port, head(client) + HALF_BODY);
    clients.push(raw);
    return raw;
  };
  const inFlight = (): Promise<number> => metric(platform.managementUrl, IN_FLIGHT);

  it('unfinished bodies of many clients are accepted up to the limit, then answered 503', async () => {
    platform = await startPlatform({ MAX_BODY_BYTES_IN_FLIGHT: '1048576', TRUSTED_PROXIES: '127.0.0.1' });
    const sent = Array.from({ length: 20 }, (_, index) => send(`192.0.2.${index}`));
    const refused: RawClient[] = [];
    // 5 bodies fit: the other 15 are answered 503.
    await new Promise<void>((resolve) => {
      for (const raw of sent) {
        void raw.until(/\}$/).then(() => {
          refused.push(raw);
          if (refused.length === 15) resolve();
        });
      }
    });
    expect(refused[0]!.received()).toMatch(
      /^HTTP\/1\.1 503 [^]*Retry-After: 1\r\n[^]*\{"error":"too many request/,
    );
    const held = await inFlight();
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(1_048_576);

    for (const { socket } of sent) socket.destroy();
    while ((await inFlight()) > 0);
    expect((await platform.call('get_echo')).status).toBe(200);
  });

  it('unfinished bodies of one client are accepted up to a quarter of the limit', async () => {
    platform = await startPlatform({ MAX_BODY_BYTES_IN_FLIGHT: '1048576', TRUSTED_PROXIES: '127.0.0.1' });
    const [first, second] = [send('192.0.2.1'), send('192.0.2.1')];
    await Promise.race([first.until(/\}$/), second.until(/\}$/)]);
    expect(first.received() + second.received()).toMatch(/^HTTP\/1\.1 503 /);
    expect(await inFlight()).toBeLessThanOrEqual(262_144);
    const other = await platform.call('get_echo', { 'x-forwarded-for': '192.0.2.2' });
    expect(other.status).toBe(200);
  });

  it('unfinished bodies in thousands of chunks are refused, also at /mcp', async () => {
    platform = await startPlatform({});
    const chunked =
      'POST /v1/tools/get_echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '1\r\n \r\n'.repeat(4_097);
    const raw = rawClient(platform.port, chunked);
    clients.push(raw);
    expect(await raw.until(/\}$/)).toMatch(
      /^HTTP\/1\.1 413 [^]*\{"error":"the body arrives in more than 4096 pieces","code":"body_in_pieces"\}$/,
    );
  });
});

describe('connections', () => {
  let platform: Platform;
  const clients: RawClient[] = [];
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy();
    await platform.app.close();
  });
  const open = (): RawClient => {
    const raw = rawClient(platform.port, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    clients.push(raw);
    return raw;
  };
  const served = (raw: RawClient): Promise<string> => raw.until(/\{"ok":true\}/);

  it('connections of one address are answered 503 beyond the bound, until one of them ends', async () => {
    platform = await startPlatform({ MAX_CONNECTIONS_PER_ADDRESS: '3' });
    const kept = [open(), open(), open()];
    for (const raw of kept) expect(await served(raw)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await open().closed()).toMatch(
      /^HTTP\/1\.1 503 [^]*\{"error":"too many connections of this address","code":"too_many_connections"\}$/,
    );
    expect(await metric(platform.managementUrl, 'gateway_connections_ended_total')).toBe(1);

    kept[0]!.socket.destroy();
    let answer = '';
    while (!answer.startsWith('HTTP/1.1 200')) answer = await served(open());
  });

  it('connections of a trusted proxy are not bounded by its address', async () => {
    platform = await startPlatform({ MAX_CONNECTIONS_PER_ADDRESS: '3', TRUSTED_PROXIES: '127.0.0.1' });
    const all = Array.from({ length: 6 }, open);
    for (const raw of all) expect(await served(raw)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('connections over the total are closed, and the management port answers', async () => {
    platform = await startPlatform({ MAX_CONNECTIONS: '3' });
    for (const raw of [open(), open(), open()]) await served(raw);
    expect(await open().closed()).toBe('');
    expect((await fetch(`${platform.managementUrl}/livez`)).status).toBe(200);
    expect(await metric(platform.managementUrl, 'gateway_connections_ended_total')).toBe(1);
  });

  it.each([
    ['the head', 'GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['the body', head('192.0.2.1') + HALF_BODY],
    ['anything', ''],
  ])('connections that do not send %s in time are answered 408', async (_what, text) => {
    platform = await startPlatform({ HEADERS_TIMEOUT_MS: '200', REQUEST_TIMEOUT_MS: '200' });
    const raw = rawClient(platform.port, text);
    clients.push(raw);
    expect(await raw.closed()).toMatch(
      /^HTTP\/1\.1 408 [^]*\{"error":"the request took too long to arrive","code":"request_timeout"\}$/,
    );
  });

  it.each([
    ['for too long', { RESPONSE_STALL_MS: '100' }],
    ['beyond the bound of all answers', { RESPONSE_STALL_MS: '0', MAX_RESPONSE_BYTES_IN_FLIGHT: '1000' }],
  ])('connections that leave their answers unread %s are ended', async (_what, env) => {
    platform = await startPlatform(env);
    const raw = rawClient(platform.port);
    clients.push(raw);
    raw.socket.pause();
    raw.socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
    while ((await metric(platform.managementUrl, 'gateway_connections_ended_total')) === 0);
    raw.socket.resume();
    const received = await raw.closed();
    expect(received.length).toBeLessThan(16 * 1_500_000);
    const metrics = await (await fetch(`${platform.managementUrl}/metrics`)).text();
    expect(metrics).toContain('gateway_connections_ended_total{reason="slow reader"} 1');
  });
});
