import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Nodes that keep the first answer of a chain to each question: its state stands still, and costs no chain to read. */
export class FrozenNodes {
  readonly #answers = new Map<string, Promise<string>>();
  readonly #servers: Server[] = [];

  constructor(private readonly chain: string) {}

  /** Starts one more node. Returns its URL. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      void text(request).then(async (body) => response.end(await this.#answer(request.url ?? '', body)));
    });
    this.#servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #answer(path: string, body: string): Promise<string> {
    const question = `${path} ${body}`;
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const asked = fetch(this.chain + path, { method: 'POST', body }).then((answer) => answer.text());
    this.#answers.set(question, asked);
    return asked;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}
