import { get } from 'node:http';
import { HyperionStreamClient } from '@eosrio/hyperion-stream-client';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode } from '../../../harness/fake-node/fake-node';
import { StreamNode } from '../../../harness/fake-node/stream-node';
import type { RunningGateway } from '../../../harness/gateway/start-gateway';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import { until } from '../../../harness/until';

let nodes: StreamNode[];
let testnet: StreamNode;
let gateway: RunningGateway;
const clients: Socket[] = [];

beforeAll(async () => {
  nodes = [await StreamNode.start('one'), await StreamNode.start('two')];
  testnet = await StreamNode.start('three', 'test chain');
  gateway = await startLabelledGateway(nodes, { testnet: [testnet] });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([...nodes, testnet].map((node) => node.stop()));
});

function connect(options: Partial<ManagerOptions & SocketOptions>): Socket {
  const client = io(gateway.url, { path: '/stream', forceNew: true, ...options });
  clients.push(client);
  return client;
}

/** The arguments of the next event. */
const next = (client: Socket, event: string): Promise<unknown[]> =>
  new Promise((resolve) =>
    client.once(event, (...values: unknown[]) => {
      resolve(values);
    }),
  );

const owner = async (client: Socket): Promise<string> => {
  const answer = (await client.emitWithAck('action_stream_request', { contract: 'btc.token' })) as {
    node: string;
  };
  return answer.node;
};

describe.each(['websocket', 'polling'] as const)('a client of socket.io by %s', (transport) => {
  it.each([
    ['/stream', ['one', 'two']],
    ['/mainnet/stream', ['one', 'two']],
    ['/testnet/stream', ['three']],
  ])('a client of socket.io reaches a node of the network at %s', async (path, names) => {
    const client = connect({ path, transports: [transport] });
    expect(await next(client, 'message')).toEqual([{ event: 'handshake', chain: 'streaming' }]);
    expect(names).toContain(await owner(client));
  });

  it.each([
    ['mainnet', ['one', 'two']],
    ['testnet', ['three']],
  ])(
    'a client of socket.io reaches a node of the network that its query names: %s',
    async (network, names) => {
      const client = connect({ query: { network }, transports: [transport] });
      await next(client, 'connect');
      expect(names).toContain(await owner(client));
    },
  );

  it('a client of socket.io gets the events of the node, and sends texts and bytes unchanged', async () => {
    const client = connect({ transports: [transport] });
    await next(client, 'connect');
    const text = 'ä€😀'.repeat(500);
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
    expect(await client.emitWithAck('echo', text)).toBe(text);
    expect(Buffer.from((await client.emitWithAck('echo', bytes)) as Buffer)).toEqual(bytes);
    const blocks: unknown[] = [];
    client.on('message', ({ message }: { message?: string }) => {
      if (message !== undefined) blocks.push((JSON.parse(message) as { block_num: number }).block_num);
    });
    for (let block = 1; block <= 50; block += 1) for (const node of nodes) node.broadcast(block);
    await until(() => blocks.length >= 50);
    expect(blocks).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });
});

it('a client that begins by polling changes to a websocket at the same node', async () => {
  const client = connect({ transports: ['polling', 'websocket'] });
  await next(client, 'connect');
  const before = await owner(client);
  await until(() => client.io.engine.transport.name === 'websocket');
  expect(await owner(client)).toBe(before);
});

describe('the published stream client, unmodified', () => {
  const reaching = async (endpoint: string): Promise<string> => {
    const client = new HyperionStreamClient({ endpoint });
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await client.connect();
      const request = { contract: 'btc.token', action: 'transfer', account: '', filters: [] };
      const answer = await client.streamActions({ ...request, start_from: 0, read_until: 0 });
      return (answer as { node: string }).node;
    } finally {
      client.disconnect();
      log.mockRestore();
    }
  };

  it('the published stream client reaches the network that the query of its endpoint names', async () => {
    expect(await reaching(`${gateway.url}/?network=testnet`)).toBe('three');
    expect(['one', 'two']).toContain(await reaching(`${gateway.url}/?network=mainnet`));
    expect(['one', 'two']).toContain(await reaching(gateway.url));
  });

  it('the published stream client gets the refusal of a node for a path behind the host', async () => {
    // As the client does with such an endpoint: it passes the URL and the path to socket.io.
    const client = io(`${gateway.url}/testnet`, { path: '/stream', transports: ['websocket'] });
    clients.push(client);
    const [error] = (await next(client, 'connect_error')) as [Error];
    expect(error.message).toBe('Invalid namespace');
  });
});

describe('a session by polling', () => {
  let other: RunningGateway;
  /** One for each node, which has no other: a gateway with both chooses by the times that it measured. */
  let alone: RunningGateway[];
  beforeAll(async () => {
    other = await startLabelledGateway(nodes);
    alone = await Promise.all(nodes.map((node) => startLabelledGateway([node])));
  });
  afterAll(() => Promise.all([other, ...alone].map((replica) => replica.close())));

  const QUERY = 'EIO=4&transport=polling';

  async function poll(url: string, sid: string, body?: string): Promise<string> {
    const answer = await fetch(`${url}/stream/?${QUERY}&sid=${sid}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  async function open(
    replica: RunningGateway,
  ): Promise<{ readonly sid: string; readonly node: string | null }> {
    const answer = await fetch(`${replica.url}/stream/?${QUERY}`);
    const { sid } = JSON.parse((await answer.text()).slice(1)) as { sid: string };
    return { sid, node: answer.headers.get('x-upstream') };
  }

  it('a session by polling stays at its node through any replica', async () => {
    const sessions = await Promise.all([...alone, ...alone].map(open));
    expect(sessions.map(({ node }) => node)).toEqual(['one', 'two', 'one', 'two']);
    for (const [index, { sid, node }] of sessions.entries()) {
      expect(await poll(other.url, sid, '40')).toBe('ok');
      expect(await poll(gateway.url, sid)).toContain('40{"sid"');
      expect(await poll(other.url, sid, '420["action_stream_request",{}]')).toBe('ok');
      let events = '';
      while (!events.includes('430[')) events += await poll(index < 2 ? gateway.url : other.url, sid);
      expect(events).toContain(`"node":"${node}"`);
      await poll(other.url, sid, '1');
    }
  });

  it.each([
    ['without the key of a node', 'lv_VI97HAXpY6yYWAAAC'],
    ['with the key of no node', 'lv_VI97HAXpY6yYWAAAC.0123456789'],
  ])('a session id %s is refused as engine.io refuses an unknown one', async (_, sid) => {
    const answer = await fetch(`${gateway.url}/stream/?${QUERY}&sid=${sid}`);
    expect([answer.status, await answer.json()]).toEqual([400, { code: 1, message: 'Session ID unknown' }]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('a session by polling that its node does not know is refused by that node', async () => {
    const { sid } = await open(gateway);
    const answer = await fetch(`${gateway.url}/stream/?${QUERY}&sid=x${sid}`);
    expect([answer.status, await answer.json()]).toEqual([400, { code: 1, message: 'Session ID unknown' }]);
  });
});

describe('a stream that cannot be opened', () => {
  const fails = async (url: string, path: string): Promise<{ status: number; body: string }> => {
    const answer = await fetch(`${url}${path}/?EIO=4&transport=polling`);
    return { status: answer.status, body: await answer.text() };
  };

  it('a stream of a network that is not configured is refused with 400, by polling and by websocket', async () => {
    const alone = await startLabelledGateway(nodes);
    try {
      expect(await fails(alone.url, '/testnet/stream')).toMatchObject({ status: 400 });
      const client = io(alone.url, {
        path: '/testnet/stream',
        transports: ['websocket'],
        reconnection: false,
      });
      const [error] = (await next(client, 'connect_error')) as [Error];
      expect(error.message).toBe('websocket error');
      client.disconnect();
    } finally {
      await alone.close();
    }
  });

  it('a stream whose query names no network is refused with 400, by polling and by websocket', async () => {
    const query = 'EIO=4&transport=polling&network=else';
    const answer = await fetch(`${gateway.url}/stream/?${query}`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message: 'network: must be mainnet or testnet' },
    ]);
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-version': '13',
    };
    const url = `${gateway.url}/stream/?EIO=4&transport=websocket&network=else`;
    const status = await new Promise((resolve) => {
      get(url, { headers }, (refused) => {
        resolve(refused.resume().statusCode);
      });
    });
    expect(status).toBe(400);
  });

  it('404 where no node has streams, 503 where none can be reached', async () => {
    const chain = new FakeChain('without streams');
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    const node = await FakeNode.start(chain);
    const alone = await startLabelledGateway([{ url: node.url, name: 'without' }]);
    try {
      expect(await fails(alone.url, '/stream')).toEqual({
        status: 404,
        body: '{"statusCode":404,"error":"Not Found","message":"no node of mainnet serves /stream"}',
      });
      await node.stop();
      expect(await fails(alone.url, '/stream')).toMatchObject({ status: 503 });
    } finally {
      await alone.close();
    }
  });
});

it('a request to change the protocol elsewhere is answered as if it did not ask', async () => {
  const headers = { connection: 'upgrade', upgrade: 'websocket' };
  const status = await new Promise((resolve) => {
    get(`${gateway.url}/health`, { headers }, (answer) => {
      resolve(answer.resume().statusCode);
    });
  });
  expect(status).toBe(200);
});
