import { McpServer } from '@modelcontextprotocol/server';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serveConnection } from './socket-connection';

const message = (id: number, method: string, params = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const CLIENT = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };

const TIMES = { openingMs: 2_000, messageMs: 2_000 };
/** The other end may be gone while something is on the way to it. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) return resolve();
    socket.on('error', () => undefined).once('close', () => resolve());
  });

function serverWith(description: string): McpServer {
  const mcp = new McpServer({ name: 'signer', version: '1.0.0' });
  mcp.registerTool('any', { description }, () => ({ content: [] }));
  return mcp;
}

describe('a connection to the socket of a signer', () => {
  let server: Server;
  const sockets: Socket[] = [];
  /** Of the tool of the server: an answer to `tools/list` is about as long. */
  let description = '';
  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.push(socket);
      serveConnection(socket, () => serverWith(description), TIMES);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    server.close();
  });

  async function client(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const served = once(server, 'connection');
    sockets.push(socket);
    await Promise.all([once(socket, 'connect'), served]);
    return socket;
  }
  async function ask(socket: Socket, text: string): Promise<unknown> {
    socket.write(text);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return JSON.parse(chunk.toString());
  }

  it('one without a session ends after a while, and one with a session stays', async () => {
    const agent = await client();
    expect(await ask(agent, message(1, 'initialize', CLIENT))).toMatchObject({
      result: { serverInfo: { name: 'signer' } },
    });
    const silent = (await client()).resume();
    const noise = (await client()).resume();
    noise.write('no message\n');
    await Promise.all([silent, noise].map(closed));
    expect(await ask(agent, message(2, 'ping'))).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });

  it('one with a message that is too long ends, though its client stays', async () => {
    const agent = await client();
    await ask(agent, message(1, 'initialize', CLIENT));
    agent.resume().write('x'.repeat(2 ** 21));
    await closed(agent);
  });

  it('one with a message that is never finished ends, also while its client continues it', async () => {
    const agent = await client();
    await ask(agent, message(1, 'initialize', CLIENT));
    agent.resume().write('{"jsonrpc":');
    // A drop now and then does not lengthen the time that a message has.
    const dripping = setInterval(() => agent.write(' '), 100);
    try {
      await closed(agent);
    } finally {
      clearInterval(dripping);
    }
  });

  it('one whose messages come in parts stays', async () => {
    const agent = await client();
    await ask(agent, message(1, 'initialize', CLIENT));
    const whole = message(2, 'ping');
    agent.write(whole.slice(0, 10));
    await pause(100);
    const answer = ask(agent, whole.slice(10));
    expect(await answer).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    await pause(TIMES.messageMs + 500);
    expect(await ask(agent, message(3, 'ping'))).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
  });

  it.each([
    ['many answers', 10_000],
    ['large answers', 2_000_000],
  ])('one whose client continues to ask and reads none of %s ends', async (_, length) => {
    description = 'x'.repeat(length);
    const agent = await client();
    const [own] = sockets.filter((socket) => socket.remotePort === agent.localPort);
    await ask(agent, message(1, 'initialize', CLIENT));
    agent.pause();
    const asking = setInterval(() => agent.write(message(2, 'tools/list').repeat(20)), 20);
    try {
      await closed(own!);
    } finally {
      clearInterval(asking);
    }
  });

  it('one whose client reads nothing ends too', async () => {
    const agent = await client();
    const [own] = sockets.filter((socket) => socket.remotePort === agent.localPort);
    await ask(agent, message(1, 'initialize', CLIENT));
    agent.pause();
    // More than the buffers of a connection take.
    own!.write(Buffer.alloc(2 ** 25));
    agent.write('x'.repeat(2 ** 21));
    await closed(own!);
  });
});
