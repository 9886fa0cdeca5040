import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { startPlatform } from '../../harness/gateway/platform';
import { startGateway } from '../../harness/gateway/start-gateway';
import { until } from '../../harness/until';

describe('KEEP_ALIVE_MS', () => {
  const HEAD = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

  /** Sends one request on a connection of its own. @returns the connection and the head of the answer */
  const ask = async (port: number): Promise<{ socket: Socket; head: string }> => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(HEAD);
    const [head] = (await once(socket, 'data')) as [string];
    return { socket, head };
  };

  it('KEEP_ALIVE_MS closes a connection that has no request for that time', async () => {
    const platform = await startPlatform({ KEEP_ALIVE_MS: '1000' });
    const { socket, head } = await ask(platform.port);
    expect(head).toContain('Keep-Alive: timeout=1\r\n');
    await once(socket, 'close');
    await platform.app.close();
  });

  it('KEEP_ALIVE_MS announces no time with the value 0', async () => {
    const platform = await startPlatform({ KEEP_ALIVE_MS: '0' });
    const { socket, head } = await ask(platform.port);
    expect(head).toContain('Connection: keep-alive\r\n');
    expect(head).not.toContain('Keep-Alive: timeout');
    socket.destroy();
    await platform.app.close();
  });
});

describe('times of connections to nodes', () => {
  let chain: FakeChain;
  beforeEach(() => {
    chain = new FakeChain('connection-times');
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
  });

  it('NODE_CONNECTIONS bounds the connections to a node, and further requests wait', async () => {
    const node = await FakeNode.start(chain);
    node.override = (path, body, response) => {
      if (path === '/v1/chain/get_producers') json(response, 200, { rows: [], more: body });
      return path === '/v1/chain/get_producers';
    };
    const sockets = new Set<Socket>();
    node.server.on('request', (received: { socket: Socket }) => sockets.add(received.socket));
    // Neither side closes a connection that is idle or late.
    node.server.keepAliveTimeout = 0;
    const patient = { NODE_KEEP_ALIVE_MS: '600000', NODE_POLL_TIMEOUT_MS: '60000' };
    const env = { NODE_CONNECTIONS: '1', RATE_LIMIT_MIRROR: '0', ...patient };
    const gateway = await startGateway(node.url, undefined, env);
    const read = async (limit: number) => {
      const body = JSON.stringify({ json: true, limit });
      return (await fetch(`${gateway.url}/v1/chain/get_producers`, { method: 'POST', body })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 8 }, (_, index) => read(index + 1)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(sockets.size).toBe(1);
    await gateway.close();
    await node.stop();
  });

  it.each([
    ['does not close it', 0],
    ['announces a longer time', 300_000],
  ])('NODE_KEEP_ALIVE_MS closes an idle connection to a node that %s', async (_, keepAliveTimeout) => {
    const node = await FakeNode.start(chain);
    const closed = new Promise<void>((resolve) => {
      node.server.on('connection', (socket: Socket) => socket.on('close', () => resolve()));
    });
    // Without this the node would be the one that closes.
    node.server.keepAliveTimeout = keepAliveTimeout;
    const env = { NODE_KEEP_ALIVE_MS: '1000', NODE_POLL_MS: '60000', NODE_MAX_HEAD_AGE_SECONDS: '61' };
    const gateway = await startGateway(node.url, undefined, env);
    await fetch(`${gateway.url}/v1/chain/get_info`);
    await closed;
    await gateway.close();
    await node.stop();
  });

  describe('to a node that accepts connections and never answers', () => {
    let silent: Server;
    let port: number;
    const sockets = new Set<Socket>();
    beforeEach(async () => {
      silent = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined));
      }).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      port = (silent.address() as AddressInfo).port;
    });
    afterEach(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    });

    /** Resolves when the pool does not use its only node for a reason like `pattern`. */
    const reasonLike = async (pattern: RegExp, url: string, env: NodeJS.ProcessEnv): Promise<string> => {
      const gateway = await startGateway(url, undefined, env);
      const why = () => gateway.app.get(Chains).of('mainnet').nodeStatus()[0]?.fitness.why ?? '';
      const asked = fetch(`${gateway.url}/v1/chain/get_info`).catch(() => undefined);
      try {
        await until(() => pattern.test(why()));
        return why();
      } finally {
        await gateway.close();
        await asked;
      }
    };

    it('NODE_CONNECT_TIMEOUT_MS ends the handshake of TLS', async () => {
      const env = {
        NODE_CONNECT_TIMEOUT_MS: '100',
        NODE_POLL_TIMEOUT_MS: '60000',
        NODE_TIMEOUT_INFO_MS: '60000',
      };
      expect(await reasonLike(/UND_ERR_CONNECT_TIMEOUT/, `https://127.0.0.1:${port}`, env)).toContain(
        'reached',
      );
    });

    it('NODE_POLL_TIMEOUT_MS ends a poll', async () => {
      const env = { NODE_POLL_TIMEOUT_MS: '100', NODE_TIMEOUT_INFO_MS: '60000' };
      // In Jest the reason of an AbortSignal is of another realm, and no Error to the code under test.
      expect(await reasonLike(/timed out|broke/, `http://127.0.0.1:${port}`, env)).not.toContain('reached');
    });
  });
});
