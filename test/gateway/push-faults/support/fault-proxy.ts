import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { idOf } from '../../../harness/fake-node/fake-chain';
import { json } from '../../../harness/fake-node/fake-node';
import { closeServer, listenOnLoopback } from '../../../harness/loopback-server';
import { NO_ROUTE, type Lookups, type PushFault } from './fault-cases';

const LOOKUPS = ['/v1/chain/get_transaction_status', '/v1/history/get_transaction'];
const PUSHES = ['push_transaction', 'send_transaction', 'send_transaction2', 'push_transactions'];

interface Case {
  readonly fault: PushFault;
  readonly lookups: Lookups;
}

interface Received {
  readonly path: string;
  readonly body: Buffer;
}

/** A proxy of a node whose faults differ by transaction. Everything else is forwarded. */
export class FaultProxy {
  readonly #cases = new Map<string, Case>();
  /** Transactions whose bytes arrived in a push. */
  readonly arrived = new Set<string>();
  readonly #forwarding = new Map<string, Set<Promise<unknown>>>();
  /** Ends the wait of late executions. */
  readonly #late = new Map<string, (() => void)[]>();
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

  /** Resolves when nothing of a transaction is forwarded any more, also what was answered before. */
  async idle(id: string): Promise<void> {
    this.#executeLate(id);
    const forwarding = this.#forwarding.get(id);
    while (forwarding !== undefined && forwarding.size > 0) await Promise.all(forwarding);
    this.#forwarding.delete(id);
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
    if (fault === undefined) return pass(await this.#forward(id, path, body), response);
    if (!LOOKUPS.includes(path)) return this.#push(id, { path, body }, fault.fault, response);
    await this.#lookUp(id, { path, body }, fault, response);
    // Executed behind the look-up that did not see it: the caller may have its answer by then.
    this.#executeLate(id);
  }

  async #lookUp(id: string, { path, body }: Received, fault: Case, response: ServerResponse): Promise<void> {
    if (fault.lookups === 'failing') return void response.destroy();
    if (fault.lookups === 'unknown route') return json(response, 404, NO_ROUTE);
    return pass(await this.#forward(id, path, body), response);
  }

  async #push(
    id: string,
    { path, body }: Received,
    { moment, answer }: PushFault,
    response: ServerResponse,
  ): Promise<void> {
    if (moment === 'after execution') await this.#forward(id, path, body);
    if (moment === 'before a late execution') void this.#forward(id, path, body, this.#isLate(id));
    if (answer === 'hang') return;
    if (answer === 'reset') return void response.destroy();
    if (answer === 'half') {
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': 1_000 });
      response.write('{"transaction_id":"', () => response.destroy());
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }

  /** Resolves once the first look-up has been answered, or the push has ended. */
  #isLate(id: string): Promise<void> {
    return new Promise((resolve) => this.#late.set(id, [...(this.#late.get(id) ?? []), resolve]));
  }

  #executeLate(id: string): void {
    for (const execute of this.#late.get(id) ?? []) execute();
    this.#late.delete(id);
  }

  #forward(id: string, path: string, body: Buffer, after = Promise.resolve()): Promise<Response> {
    const sent = after.then(() => fetch(this.nodeUrl + path, { method: 'POST', body: new Uint8Array(body) }));
    const forwarding = this.#forwarding.get(id) ?? new Set();
    this.#forwarding.set(id, forwarding);
    const settled = sent.catch(() => undefined).finally(() => forwarding.delete(settled));
    forwarding.add(settled);
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
