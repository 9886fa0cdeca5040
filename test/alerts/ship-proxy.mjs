// A TCP proxy in front of the state history of a node, which can be slow, or cut off.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { freePort } from '../load/processes.mjs';

/** After what came at once. The reader gets two blocks in this time, and the chain makes eight. */
const SLOW_MS = 4_000;

export class ShipProxy {
  /** Whether bytes of the node wait. */
  isSlow = false;
  #server;
  #sockets = new Set();
  #targetPort;

  static async start(targetPort) {
    const proxy = new ShipProxy();
    proxy.#targetPort = targetPort;
    proxy.port = await freePort();
    await proxy.resume();
    return proxy;
  }

  #keep(socket, other) {
    this.#sockets.add(socket);
    // The end of one side is that of the other one.
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      other.destroy();
    });
  }

  /** Bytes of the node, which waits while the proxy is slow. */
  #relaySlowly(node, client) {
    node.on('data', (bytes) => {
      client.write(bytes);
      if (!this.isSlow) return;
      node.pause();
      setTimeout(() => node.resume(), SLOW_MS);
    });
  }

  /** Ends all connections, and refuses new ones. */
  cut() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async resume() {
    this.#server = createServer((client) => {
      const node = connect(this.#targetPort, '127.0.0.1');
      this.#keep(client, node);
      this.#keep(node, client);
      client.pipe(node);
      this.#relaySlowly(node, client);
    });
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }
}
