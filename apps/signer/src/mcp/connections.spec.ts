import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Connections } from './connections';

const MOST = 16;

describe('the connections of a signer', () => {
  let server: Server;
  const clients: Socket[] = [];
  afterEach(() => {
    clients.splice(0).forEach((socket) => socket.destroy());
    server.close();
  });

  /** Admits connections, and answers with what came. */
  async function listen(connections: Connections): Promise<void> {
    server = createServer((socket) => {
      if (connections.admit(socket)) socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  async function client(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const served = once(server, 'connection');
    clients.push(socket.on('error', () => undefined));
    await Promise.all([once(socket, 'connect'), served]);
    return socket;
  }
  async function isServed(socket: Socket): Promise<boolean> {
    if (socket.closed) return false;
    const answer = once(socket, 'data').then(() => true);
    const end = once(socket, 'close').then(() => false);
    socket.write('x');
    return Promise.race([answer, end]);
  }

  it('one more than there are places is refused while all of them are used', async () => {
    await listen(new Connections(60_000));
    for (let count = 0; count < MOST; count += 1) expect(await isServed(await client())).toBe(true);
    expect(await isServed(await client())).toBe(false);
    clients[0]!.destroy();
    // The place is free once the signer knows of the end.
    while (!(await isServed(await client()))) await pause(20);
  });

  it('a new one gets the place of the client that was silent longest, and no other one loses its place', async () => {
    await listen(new Connections(0));
    for (let count = 0; count < MOST; count += 1) await client();
    // The first to come has spoken last: the second one is silent for longest.
    expect(await isServed(clients[0]!)).toBe(true);
    const ended = once(clients[1]!, 'close');
    expect(await isServed(await client())).toBe(true);
    await ended;
    const others = clients.filter((_, index) => index !== 1);
    expect(await Promise.all(others.map(isServed))).toEqual(others.map(() => true));
  });
});
