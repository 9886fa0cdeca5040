import {
  type IncomingHttpHeaders,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { idOf, nodeosError, type FakeChain } from './fake-chain';

/**
 * The reaction of a node to a pushed transaction.
 * - `take`: takes it and says so; `acknowledge`: says so and drops it; `claim`: says that it has it already and drops it;
 *   `refuse`: the contract asserts; `except`: 202 with a failed trace
 * - `expired`, `deadline`, `lagging`: refuses it for its age, for want of time, for a block it does not know
 * - `reset`, `hang`, `html`: no answer of its own; with `take-`, after having taken it
 * - `busy`: turns it away; `take-busy`: says so after having taken it; `garble`: takes it and answers something that is no JSON
 */
export type SendScript =
  | 'take'
  | 'acknowledge'
  | 'claim'
  | 'refuse'
  | 'except'
  | 'expired'
  | 'deadline'
  | 'lagging'
  | 'reset'
  | 'take-reset'
  | 'hang'
  | 'take-hang'
  | 'html'
  | 'take-html'
  | 'busy'
  | 'take-busy'
  | 'garble';

/** Answers one path itself; false leaves it to the node. */
export type Override = (path: string, body: string, response: ServerResponse) => boolean;

export const DEADLINE = 'deadline exceeded';
export const LAGGING = "Transaction's reference block did not match";
export const ASSERTION = 'lending: below minimum loan';

/** A request as the node got it. */
interface ReceivedRequest {
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A node with faults to order, over real HTTP. */
export class FakeNode {
  readonly requests: ReceivedRequest[] = [];
  /** One step per push; the last one stays. */
  script: SendScript[] = ['take'];
  hasStatus = true;
  /** First block whose transactions it keeps the status of. */
  earliestTracked = 1;
  hasHistory = false;
  override: Override = () => false;

  private constructor(
    private readonly chain: FakeChain,
    readonly server: Server,
    private readonly sockets: Set<Socket>,
    readonly url: string,
  ) {}

  /** @param listenOn 0 picks a free port. */
  static async start(chain: FakeChain, listenOn = 0): Promise<FakeNode> {
    const sockets = new Set<Socket>();
    const server = createServer({ keepAliveTimeout: 0 });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const node = new FakeNode(chain, server, sockets, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void node.#serve(request, response));
    return node;
  }

  /** Hangs up on all clients; nothing listens any more. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.hangUp();
    await closed;
  }

  /** Ends every connection, kept-alive ones too; the node continues to listen. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Bytes that its clients have not taken yet. */
  unreadBytes(): number {
    return [...this.sockets].reduce((sum, { writableLength }) => sum + writableLength, 0);
  }

  /** Bodies of the pushes it got. */
  pushes(): string[] {
    return this.requests.filter(({ path }) => path === '/v1/chain/send_transaction').map(({ body }) => body);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    this.requests.push({ path, body, headers: request.headers });
    if (this.override(path, body, response)) return;
    this.#answer(path, body, response);
  }

  #answer(path: string, body: string, response: ServerResponse): void {
    const asked = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
    if (path === '/v1/chain/get_info') return json(response, 200, this.chain.info());
    if (path === '/v1/chain/send_transaction') return this.#receive(String(asked['packed_trx']), response);
    if (path === '/v1/chain/get_transaction_status' && this.hasStatus) {
      const { block_num, block_time } = this.chain.location();
      const isKnown = this.chain.applied.has(String(asked['id']));
      const landed = {
        state: this.chain.stateOfApplied,
        block_number: block_num,
        block_timestamp: block_time,
      };
      return json(response, 200, {
        ...(isKnown ? landed : { state: 'UNKNOWN' }),
        head_number: this.chain.headBlockNum,
        irreversible_timestamp: this.chain.headBlockTime,
        earliest_tracked_block_number: this.earliestTracked,
      });
    }
    if (path === '/v1/history/get_transaction' && this.hasHistory) {
      const id = String(asked['id']);
      // Indexers answer 200 with an error body for what they do not have.
      if (!this.chain.applied.has(id))
        return json(response, 200, nodeosError(500, 3040011, 'tx_not_found', 'not found'));
      return json(response, 200, { id, ...this.chain.location() });
    }
    json(response, 404, nodeosError(404, 0, 'exception', 'Unknown Endpoint'));
  }

  #receive(packedTrx: string, response: ServerResponse): void {
    const step = (this.script.length > 1 ? this.script.shift() : this.script[0]) ?? 'take';
    const id = idOf(packedTrx);
    switch (step) {
      case 'reset':
        return void response.socket?.destroy();
      case 'hang':
        return;
      case 'html':
        return html(response);
      case 'busy':
        return busy(response);
      case 'expired':
        return json(response, 500, nodeosError(500, 3040005, 'expired_tx_exception', 'expired transaction'));
      case 'deadline':
        return json(response, 500, nodeosError(500, 3080006, 'deadline_exception', DEADLINE));
      case 'lagging':
        return json(response, 500, nodeosError(500, 3040007, 'invalid_ref_block_exception', LAGGING));
      case 'acknowledge':
        return json(response, 202, { transaction_id: id, processed: this.#trace(id) });
      case 'claim':
        return duplicate(id, response);
      case 'refuse':
      case 'except':
        return this.#refuse(step, id, response);
      default:
    }
    this.chain.sent.push(id);
    if (!this.chain.take(id)) return duplicate(id, response);
    if (step === 'take-reset') response.socket?.destroy();
    else if (step === 'take-html') html(response);
    else if (step === 'take-busy') busy(response);
    else if (step === 'garble') response.end('{"transaction_id":');
    else if (step === 'take') json(response, 202, { transaction_id: id, processed: this.#trace(id) });
  }

  #refuse(step: 'refuse' | 'except', id: string, response: ServerResponse): void {
    const code = 3050003;
    const name = 'eosio_assert_message_exception';
    if (step === 'refuse') {
      return json(
        response,
        500,
        nodeosError(500, code, name, `assertion failure with message: ${ASSERTION}`),
      );
    }
    const stack = [{ format: 'assertion failure with message: ${s}', data: { s: ASSERTION } }];
    json(response, 200, {
      transaction_id: id,
      processed: { ...this.#trace(id), receipt: null, except: { code, name, message: 'x', stack } },
    });
  }

  #trace(id: string): object {
    return { id, ...this.chain.location(), receipt: { status: 'executed' }, except: null };
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function duplicate(id: string, response: ServerResponse): void {
  json(response, 409, nodeosError(409, 3040008, 'tx_duplicate', `duplicate transaction ${id}`));
}

function busy(response: ServerResponse): void {
  const error = { code: 503, name: 'Busy', what: 'Too many bytes in flight: 524288001', details: [] };
  json(response, 503, { code: 503, message: 'Busy', error });
}

function html(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
}
