import { Server, type Socket } from 'socket.io';
import { FakeChain } from './fake-chain';
import { FakeNode, json } from './fake-node';

const CHAIN = 'streaming';

/** A node with a real socket.io server at /stream, as nodes with history have. */
export class StreamNode {
  /** Those of all clients, in the order in which they came. */
  readonly streamRequests: unknown[] = [];

  private constructor(
    readonly name: string,
    readonly node: FakeNode,
    readonly io: Server,
    readonly chain: FakeChain,
  ) {}

  /** @param network nodes of one network are on one chain */
  static async start(name: string, network = CHAIN): Promise<StreamNode> {
    const chain = new FakeChain(network);
    const node = await FakeNode.start(chain);
    node.override = (path, _body, response) => {
      if (path === '/v1/chain/get_info') chain.headBlockTime = new Date().toISOString().slice(0, -1);
      if (path !== '/v2/health') return false;
      json(response, 200, { health: [], features: { streaming: { enable: true } } });
      return true;
    };
    const io = new Server(node.server, { path: '/stream', cors: { origin: '*' }, pingInterval: 2_000 });
    const stream = new StreamNode(name, node, io, chain);
    io.on('connection', (socket) => {
      stream.#serve(socket);
    });
    return stream;
  }

  get url(): string {
    return this.node.url;
  }

  get clients(): number {
    return this.io.engine.clientsCount;
  }

  /** Sends an action to every client, as a node with history does. */
  broadcast(block: number, more: object = {}): void {
    const act = { account: 'btc.token', name: 'transfer', data: { memo: this.name, ...more } };
    const message = JSON.stringify({ block_num: block, act });
    this.io.emit('message', { type: 'action_trace', mode: 'live', reqUUID: 'x', message });
  }

  /** Nothing of it is left: every connection is reset. */
  async kill(): Promise<void> {
    await this.node.stop();
  }

  async stop(): Promise<void> {
    await this.io.close();
    await this.node.stop().catch(() => undefined);
  }

  #serve(socket: Socket): void {
    socket.emit('message', { event: 'handshake', chain: CHAIN });
    socket.on('action_stream_request', (request: unknown, reply: (answer: object) => void) => {
      this.streamRequests.push(request);
      const { headBlockNum } = this.chain;
      reply({ status: 'OK', reqUUID: 'x', currentBlockNum: headBlockNum, request, node: this.name });
    });
    socket.on('echo', (value: unknown, reply: (answer: unknown) => void) => {
      reply(value);
    });
  }
}
