import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { postToNode } from './post-to-node';

const LONG_MS = 60_000;
const SHORT_MS = 50;

describe('requests to a node', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
  });

  async function serve(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const listening = createServer(answer);
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1/chain/get_account`;
  }

  it('postToNode sends the body as JSON, and resolves to status and body', async () => {
    const url = await serve((request, response) => {
      void text(request).then((body) => {
        const { method, url: path, headers } = request;
        response.writeHead(500).end(JSON.stringify([method, path, headers['content-type'], body]));
      });
    });
    const { status, body } = await postToNode(url, '{"account_name":"ä"}', LONG_MS);
    expect(status).toBe(500);
    expect(JSON.parse(body)).toEqual([
      'POST',
      '/v1/chain/get_account',
      'application/json',
      '{"account_name":"ä"}',
    ]);
  });

  it('postToNode rejects when no answer comes by the deadline', async () => {
    const url = await serve(() => undefined);
    await expect(postToNode(url, '', SHORT_MS)).rejects.toThrow();
  });

  it('postToNode rejects when a part of the body is missing at the deadline', async () => {
    const url = await serve((_request, response) => response.write('{'));
    await expect(postToNode(url, '', SHORT_MS)).rejects.toThrow();
  });

  it('postToNode rejects when the connection breaks within the body', async () => {
    const url = await serve((_request, response) => {
      response.write('{', () => response.destroy());
    });
    await expect(postToNode(url, '', LONG_MS)).rejects.toThrow();
  });

  it('postToNode rejects with status and location when the node redirects', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: 'https://node.example/' }).end();
    });
    await expect(postToNode(url, '', LONG_MS)).rejects.toThrow(
      'the node answers 307, a redirect to https://node.example/',
    );
  });

  it('postToNode rejects when no server listens', async () => {
    const url = await serve(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    await expect(postToNode(url, '', LONG_MS)).rejects.toThrow('ECONNREFUSED');
  });
});
