import { createConnection, type Socket as TcpSocket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { HyperionStreamClient, type IncomingData } from '@eosrio/hyperion-stream-client';
import { Metrics, ReadinessRegistry } from '@app/operations';
import { io, type Socket } from 'socket.io-client';
import { StreamNode } from '../../../harness/fake-node/stream-node';
import type { RunningGateway } from '../../../harness/gateway/start-gateway';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import { until } from '../../../harness/until';

let nodes: StreamNode[];
let gateway: RunningGateway;
const ends: (() => unknown)[] = [];

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  nodes = [await StreamNode.start('one'), await StreamNode.start('two')];
  gateway = await startLabelledGateway(nodes, { env });
}
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await gateway.close();
  await Promise.all(nodes.map((node) => node.stop()));
});

function connect(options: Parameters<typeof io>[1] = {}): Socket {
  const client = io(gateway.url, { path: '/stream', forceNew: true, transports: ['websocket'], ...options });
  ends.push(() => client.disconnect());
  return client;
}

const connected = async (count: number): Promise<Socket[]> => {
  const clients = Array.from({ length: count }, () => connect());
  await until(() => clients.every(({ connected: isConnected }) => isConnected));
  return clients;
};

/** A websocket without a library, which reads only on command. */
async function rawWebsocket(): Promise<TcpSocket> {
  const { port } = new URL(gateway.url);
  const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
  ends.push(() => socket.destroy());
  const key = Buffer.alloc(16, 7).toString('base64');
  socket.write(
    'GET /stream/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  let text = '';
  while (!text.includes('"sid"'))
    text += String(await new Promise((resolve) => socket.once('data', resolve)));
  socket.write(textFrame('40'));
  while (!text.includes('40{"sid"'))
    text += String(await new Promise((resolve) => socket.once('data', resolve)));
  expect(text).toMatch(/^HTTP\/1\.1 101 .*\r\nx-upstream: (one|two)\r\n/is);
  return socket;
}

/** A text frame of a client, masked with zeros. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | 126, 1);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

const metric = async (name: string): Promise<string[]> => {
  const { registry } = gateway.app.get(Metrics);
  return (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith(name) && !line.endsWith(' 0'));
};

describe('the published stream client, unmodified', () => {
  it('the published stream client continues at another node when its node dies in the middle of the stream', async () => {
    await start();
    const client = new HyperionStreamClient({ endpoint: gateway.url });
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    ends.push(() => {
      client.disconnect();
      log.mockRestore();
    });
    const seen: { node: string; block: number }[] = [];
    client.setAsyncDataHandler(({ content }: IncomingData) => {
      seen.push({
        node: String((content['act'] as { data: { memo: string } }).data.memo),
        block: content.block_num,
      });
      return Promise.resolve();
    });
    await client.connect();
    const request = { contract: 'btc.token', action: 'transfer', account: '', filters: [] };
    const answer = (await client.streamActions({ ...request, start_from: 0, read_until: 0 })) as {
      node: string;
    };
    const [first, second] = answer.node === 'one' ? nodes : [...nodes].reverse();
    first!.broadcast(1);
    await until(() => seen.length === 1);
    await first!.kill();
    await until(() => second!.clients === 1);
    // It sends its requests again by itself.
    await until(() => {
      second!.broadcast(2);
      return seen.some(({ node }) => node === second!.name);
    });
    expect(seen[0]).toEqual({ node: first!.name, block: 1 });
    expect(await metric('gateway_streams_ended_total')).toEqual([
      'gateway_streams_ended_total{network="mainnet",reason="node"} 1',
    ]);
  });
});

describe('a node that becomes unfit loses its streams', () => {
  /** The node reports other facts from now on. */
  const change = (node: StreamNode, facts: object): void => {
    const info = node.chain.info.bind(node.chain);
    node.chain.info = () => ({ ...info(), ...facts });
  };

  it.each([
    ['on another chain', { chain_id: 'cc'.repeat(32) }],
    ['behind', { head_block_num: 10, last_irreversible_block_num: 8 }],
  ])('a node that becomes unfit loses its streams to another one: %s', async (_, facts) => {
    await start();
    const clients = await connected(4);
    await until(() => nodes.reduce((sum, node) => sum + node.clients, 0) === 4);
    const [bad, good] = nodes[0]!.clients > 0 ? nodes : [...nodes].reverse();
    const before = bad!.clients;
    const reasons: string[] = [];
    for (const client of clients) client.on('disconnect', (reason) => reasons.push(reason));
    change(bad!, facts);
    await until(() => bad!.clients === 0 && good!.clients === 4);
    await until(() => clients.every((client) => client.connected));
    expect(reasons).toEqual(Array.from({ length: before }, () => 'transport close'));
    expect(await metric('gateway_streams_ended_total')).toEqual([
      `gateway_streams_ended_total{network="mainnet",reason="node unfit"} ${before}`,
    ]);
    // Each new connection begins with a message of its own.
    const senders = new Map<Socket, string>();
    for (const client of clients)
      client.on('message', ({ type, message }: { type?: string; message: string }) => {
        if (type === 'action_trace') senders.set(client, message);
      });
    for (const node of nodes) node.broadcast(7);
    await until(() => senders.size === clients.length);
    for (const message of senders.values()) expect(message).toContain(`"memo":"${good!.name}"`);
  });

  it('a node that becomes unfit loses its sessions by polling, which are refused as unknown', async () => {
    await start();
    const open = await fetch(`${gateway.url}/stream/?EIO=4&transport=polling`);
    const { sid } = JSON.parse((await open.text()).slice(1)) as { sid: string };
    const owner = nodes.find(({ name }) => name === open.headers.get('x-upstream'));
    change(owner!, { chain_id: 'cc'.repeat(32) });
    const poll = (): Promise<Response> =>
      fetch(`${gateway.url}/stream/?EIO=4&transport=polling&sid=${sid}`, { method: 'POST', body: '40' });
    await until(async () => (await poll()).status === 400);
    expect(await (await poll()).json()).toEqual({ code: 1, message: 'Session ID unknown' });
  });
});

describe('limits of streams', () => {
  const refusal = async (): Promise<[number, unknown]> => {
    const answer = await fetch(`${gateway.url}/stream/?EIO=4&transport=polling`);
    return [answer.status, await answer.json()];
  };

  it('streams over the limit of one address are refused with 429, until one of them ends', async () => {
    await start({ MAX_STREAMS_PER_ADDRESS: '3' });
    const clients = await connected(3);
    expect(await refusal()).toEqual([
      429,
      expect.objectContaining({ message: 'too many streams of this address (3)' }),
    ]);
    const late = connect();
    const error = await new Promise<Error>((resolve) => late.once('connect_error', resolve));
    expect(error.message).toBe('websocket error');
    clients[0]!.disconnect();
    // It tries again by itself.
    await until(() => late.connected);
    expect(await metric('gateway_streams{')).toEqual([
      'gateway_streams{network="mainnet",transport="websocket"} 3',
    ]);
  });

  it('streams over the limit of all clients are refused with 503', async () => {
    await start({ MAX_STREAMS: '2' });
    await connected(2);
    const refused = 'gateway_streams_ended_total{network="mainnet",reason="refused"}';
    const { registry } = gateway.app.get(Metrics);
    expect(await registry.metrics()).toContain(`${refused} 0`);
    expect(await refusal()).toEqual([503, expect.objectContaining({ message: 'too many streams are open' })]);
    expect(await metric('gateway_streams_ended_total')).toEqual([`${refused} 1`]);
  });

  it('streams over the requests per minute of a client are refused with 429', async () => {
    await start({ RATE_LIMIT_MIRROR: '2' });
    await connected(2);
    expect(await refusal()).toEqual([429, expect.objectContaining({ error: 'Too Many Requests' })]);
  });

  it('streams over their limits are refused by a close frame, when a message is too large', async () => {
    await start({ MAX_STREAM_MESSAGE_BYTES: '2000' });
    const socket = await rawWebsocket();
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    socket.write(textFrame(`420["echo","${'x'.repeat(1_000)}"]`));
    socket.write(textFrame('x'.repeat(2_001)));
    await new Promise((resolve) => socket.once('close', resolve));
    const all = Buffer.concat(received);
    expect(all.toString('latin1')).toContain('\x88\x1a\x03\xf1the message is too large');
  });
});

describe('a client that does not read', () => {
  const MESSAGES = 400;
  const MESSAGE_BYTES = 100_000;

  it('a client that does not read makes the node wait, and gets every byte when it reads again', async () => {
    await start();
    const socket = await rawWebsocket();
    socket.pause();
    for (const node of nodes)
      for (let block = 1; block <= MESSAGES; block += 1)
        node.broadcast(block, { text: 'x'.repeat(MESSAGE_BYTES) });
    const unread = (): number => nodes.reduce((sum, { node }) => sum + node.unreadBytes(), 0);
    // Bytes that fit into the buffers of the system have left the node.
    for (let before = -1; before !== unread(); await delay(300)) before = unread();
    expect(unread()).toBeGreaterThan((MESSAGES * MESSAGE_BYTES) / 2);
    let received = 0;
    let last = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length;
      last = (last + bytes.toString('latin1')).slice(-MESSAGE_BYTES - 500);
    });
    socket.resume();
    await until(() => received > MESSAGES * MESSAGE_BYTES && last.includes(`\\"block_num\\":${MESSAGES}`));
  });
});

describe('a gateway that stops', () => {
  it('a gateway that stops ends its streams with the code for it, and their clients connect again elsewhere', async () => {
    await start();
    const socket = await rawWebsocket();
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    gateway.app.get(ReadinessRegistry).drain();
    await new Promise((resolve) => socket.once('close', resolve));
    const end = Buffer.concat(received).toString('latin1');
    expect(end).toContain('\x03\xe9the gateway stops: connect again');
    expect(await metric('gateway_streams_ended_total')).toEqual([
      'gateway_streams_ended_total{network="mainnet",reason="shutdown"} 1',
    ]);
    await until(() => nodes.every(({ clients }) => clients === 0));
  });
});
