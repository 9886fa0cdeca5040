import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers of a node by route, such as `chain/get_info`; a route without one breaks the connection. */
export type Routes = Readonly<
  Record<string, (body: Record<string, unknown>, query: URLSearchParams) => unknown>
>;

/** Stands for an answer with the status 400. */
export const REFUSED = Symbol('refused');
/** Stands for a connection that breaks. */
export const BROKEN = Symbol('broken');

/** Stands for an answer that does not come. */
export const SILENT = Symbol('silent');

/** Nodes that answer as a spec tells them to. */
export class FakeNodes {
  readonly #servers: Server[] = [];

  /** Starts a node. Returns its URL. */
  async start(routes: Routes): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [, route = ''] = /^\/v[12]\/([^?]+)/.exec(request.url ?? '') ?? [];
        const answer = Object.hasOwn(routes, route) ? routes[route] : undefined;
        if (answer === undefined) return void response.destroy();
        const text = Buffer.concat(chunks).toString();
        const { searchParams } = new URL(request.url ?? '', 'http://node');
        const body = answer(JSON.parse(text === '' ? '{}' : text) as never, searchParams);
        if (body === BROKEN) return void response.destroy();
        if (body === SILENT) return;
        if (body === REFUSED) response.statusCode = 400;
        response.end(JSON.stringify(body === REFUSED ? { message: 'refused' } : body));
      });
    });
    this.#servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  }
}
