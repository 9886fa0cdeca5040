import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDevelopmentNode } from './development-node';

describe('isDevelopmentNode', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function node(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each<[string, RequestListener, boolean]>([
    ['answers with an object', (_, response) => void response.end('{}'), true],
    ['answers with something else', (_, response) => void response.end('<h1>hello</h1>'), false],
    ['answers with nothing', (_, response) => void response.end(), false],
    ['has no such route', (_, response) => void response.writeHead(404).end('{}'), false],
  ])('isDevelopmentNode reads a node that %s', async (_, answer, expected) => {
    expect(await isDevelopmentNode(await node(answer))).toBe(expected);
  });

  it('isDevelopmentNode does not read on behind the first piece', async () => {
    let closed: Promise<unknown> | undefined;
    const url = await node((_, response) => {
      closed = once(response, 'close');
      response.write('{');
    });
    expect(await isDevelopmentNode(url)).toBe(true);
    await closed;
  });

  it('isDevelopmentNode follows no redirect', async () => {
    const other = await node((_, response) => void response.end('{}'));
    const url = await node((_, response) => void response.writeHead(307, { location: other }).end());
    expect(await isDevelopmentNode(url)).toBe(false);
  });
});
