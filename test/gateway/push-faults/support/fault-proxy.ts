import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { idOf } from '../../../harness/fake-node/fake-chain';
import { json } from '../../../harness/fake-node/fake-node';
import { closeServer, listenOnLoopback } from '../../../harness/loopback-server';
import { NO_ROUTE, type Lookups, type PushFault } from './fault-cases';

const LOOKUPS = ['/v1/chain/get_transaction_status', '/v1/history/get_transaction'];
const PUSHES = ['push_transaction', 'send_transaction', 'send_transaction2', 'push_transactions'];
/** Pause before a request is forwarded whose answer was sent before. */
const LATER_MS = 50;

interface Case {
  readonly fault: PushFault;
  readonly lookups: Lookups;
}

/** A proxy of a node whose faults differ by transaction. Everything else is forwarded. */
export class FaultProxy {
  readonly #cases = new Map<string, Case>();
  /** Transactions whose bytes arrived in a push. */
  readonly arrived = new Set<string>();
  readonly #forwarding = new Set<Promise<unknown>>();
  readonly #server: Server;
  url = '';

  private constructor(private readonly nodeUrl: string) {
    this.#server = createServer((request, response) => {
      // A connection that the gateway has closed, or a chain that ends with the spec, fails nothing.
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(nodeUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(nodeUrl);
    proxy.url = await listenOnLoopback(proxy.#server);
    return proxy;
  }

  /** Faults of the pushes and the look-ups of a transaction; undefined: none. */
  set(id: string, fault: Case | undefined): void {
    if (fault === undefined) this.#cases.delete(id);
    else this.#cases.set(id, fault);
  }

  /** Resolves when nothing is forwarded any more, also what was answered before. */
  async idle(): Promise<void> {
    while (this.#forwarding.size > 0) await Promise.all(this.#forwarding);
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await buffer(request);
    const known = LOOKUPS.includes(path) || PUSHES.some((name) => path === `/v1/chain/${name}`);
    const id = known ? transactionIn(body) : '';
    if (!LOOKUPS.includes(path)) this.arrived.add(id);
    const fault = this.#cases.get(id);
    if (fault === undefined) return pass(await this.#forward(path, body), response);
    if (!LOOKUPS.includes(path)) return this.#push(path, body, fault.fault, response);
    if (fault.lookups === 'failing') return void response.destroy();
    if (fault.lookups === 'unknown route') return json(response, 404, NO_ROUTE);
    return pass(await this.#forward(path, body), response);
  }

  async #push(
    path: string,
    body: Buffer,
    { moment, answer }: PushFault,
    response: ServerResponse,
  ): Promise<void> {
    if (moment === 'after execution') await this.#forward(path, body);
    if (moment === 'before a late execution') void this.#forward(path, body, LATER_MS);
    if (answer === 'hang') return;
    if (answer === 'reset') return void response.destroy();
    if (answer === 'half') {
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': 1_000 });
      response.write('{"transaction_id":"', () => response.destroy());
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }

  #forward(path: string, body: Buffer, pauseMs = 0): Promise<Response> {
    const sent = new Promise((resolve) => setTimeout(resolve, pauseMs)).then(() =>
      fetch(this.nodeUrl + path, { method: 'POST', body: new Uint8Array(body) }),
    );
    const settled = sent.catch(() => undefined).finally(() => this.#forwarding.delete(settled));
    this.#forwarding.add(settled);
    return sent;
  }
}

async function pass(reply: Response, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(await reply.arrayBuffer());
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(bytes);
}

/** Id of the transaction that a body pushes or looks up; of a list that of its first one. */
function transactionIn(body: Buffer): string {
  const sent = JSON.parse(body.toString()) as { id?: string; packed_trx?: string } | { packed_trx: string }[];
  const first = Array.isArray(sent) ? sent[0] : sent;
  if (first === undefined) return '';
  return 'id' in first ? String(first.id) : idOf(String(first.packed_trx));
}
