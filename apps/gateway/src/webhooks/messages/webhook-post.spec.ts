import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { guardedLookup, WebhookPost } from './webhook-post';

/** A resolver by which every name has these addresses. */
const resolving = (...addresses: string[]): typeof lookup =>
  ((_: string, __: object, callback: (error: null, all: object[]) => void) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;

describe('guardedLookup', () => {
  let server: Server;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  const send = async (...addresses: string[]) => {
    const dispatcher = new Agent({ connect: { lookup: guardedLookup(resolving(...addresses)) } });
    const { port } = server.address() as AddressInfo;
    try {
      return (await request(`http://receiver.example.org:${port}/`, { dispatcher })).statusCode;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    } finally {
      await dispatcher.destroy();
    }
  };

  it('guardedLookup connects to the address of a name', async () => {
    expect(await send('127.0.0.1')).toBe(200);
  });

  it.each([
    ['169.254.169.254'],
    ['fe80::1'],
    ['::ffff:169.254.169.254'],
    ['127.0.0.1', '169.254.169.254'],
    [],
  ])('guardedLookup connects to no name with the addresses %s %s', async (...addresses: string[]) => {
    const before = requests;
    expect(await send(...addresses)).toBe('ADDRESS_REFUSED');
    expect(requests).toBe(before);
  });
});

describe('WebhookPost', () => {
  const answered = async (handle: Parameters<typeof createServer>[1]) => {
    const server = createServer(handle!);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const post = new WebhookPost();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hidden`;
    const delivery = await post.send(url, '{}', {}, new AbortController().signal);
    await post.close();
    server.closeAllConnections();
    server.close();
    return delivery;
  };

  it('WebhookPost takes a status of 2xx for a delivery, also where the answer breaks off', async () => {
    const delivery = await answered((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    expect(delivery).toEqual({ outcome: 'delivered' });
  });

  it('WebhookPost reads no answer to an end that never comes', async () => {
    const delivery = await answered((_, response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      };
      response.on('drain', write);
      write();
    });
    expect(delivery).toEqual({ outcome: 'delivered' });
  });

  it.each([301, 307, 400, 404, 429, 500])('WebhookPost takes HTTP %d for a failure', async (status) => {
    const delivery = await answered((_, response) =>
      response.writeHead(status, { location: '/' }).end('secret'),
    );
    expect(delivery).toEqual({ outcome: 'failed', reason: `HTTP ${status}` });
  });

  it('WebhookPost names the code of a failed connection, and not the URL', async () => {
    const post = new WebhookPost();
    const signal = new AbortController().signal;
    const delivery = await post.send('http://127.0.0.1:1/hidden?key=hidden', '{}', {}, signal);
    await post.close();
    expect(delivery).toEqual({ outcome: 'failed', reason: 'ECONNREFUSED' });
  });
});
