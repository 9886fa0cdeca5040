// A receiver of webhooks. The path says how it answers: /accepted with 204, /gone with 410, /refused with 500.
import { once } from 'node:events';
import { createServer } from 'node:http';

const STATUS = { '/accepted': 204, '/gone': 410, '/refused': 500 };

export class Receiver {
  #server;
  /** Deliveries by path. */
  #counts = new Map();

  static async start() {
    const receiver = new Receiver();
    const server = createServer((request, response) => {
      const path = request.url;
      receiver.#counts.set(path, receiver.deliveries(path) + 1);
      request.resume().once('end', () => {
        response.writeHead(STATUS[path.split('?')[0]] ?? 404).end();
      });
    });
    receiver.#server = server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.url = `http://127.0.0.1:${server.address().port}`;
    return receiver;
  }

  deliveries(path) {
    return this.#counts.get(path) ?? 0;
  }

  async stop() {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
