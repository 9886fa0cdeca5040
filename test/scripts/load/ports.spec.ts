import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';

interface PortsModule {
  freePort(): Promise<number>;
}
const MODULE = path.resolve(__dirname, '../../load/ports.mjs');
const load = () => import(MODULE) as Promise<PortsModule>;

/** The lowest port that Linux gives to a client, unless it is configured otherwise. */
const LOWEST_OF_CLIENTS = 32_768;

/** A server on the port that comes next. */
async function withNextPort(freePort: () => Promise<number>): Promise<Server> {
  for (;;) {
    const server = createServer().listen((await freePort()) + 1, '127.0.0.1');
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isListening) return server;
  }
}

describe('ports of the benchmarks', () => {
  it('freePort returns different ports that no client connection is given', async () => {
    const { freePort } = await load();
    const ports = [await freePort(), await freePort(), await freePort()];
    expect(new Set(ports).size).toBe(3);
    for (const port of ports) expect(port).toBeLessThan(LOWEST_OF_CLIENTS);
  });

  it('freePort passes over a port that another server has taken', async () => {
    const { freePort } = await load();
    const taken = await withNextPort(freePort);
    const { port } = taken.address() as AddressInfo;
    expect(await freePort()).not.toBe(port);
    const closed = once(taken, 'close');
    taken.close();
    await closed;
  });
});
