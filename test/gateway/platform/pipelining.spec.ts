import { connect, type Socket } from 'node:net';
import { Metrics } from '@app/operations';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { exchange, statusesIn } from '../../harness/raw-http';
import { until } from '../../harness/until';

const HOST = 'Host: gateway';
const MAX_WAITING = 16;
const ABI = '/v1/chain/get_abi';

const get = (target: string, ...headers: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, HOST, ...headers, '', ''].join('\r\n');
const call = (tool: string, account: string, ...headers: readonly string[]): string => {
  const body = JSON.stringify({ account });
  return [
    ...[`POST /v1/tools/${tool} HTTP/1.1`, HOST, `Content-Length: ${body.length}`, ...headers],
    ...['', body],
  ].join('\r\n');
};

/** Sends bytes on a connection, and keeps the text that it brings. */
function connection(port: number, bytes: string): { socket: Socket; text: () => string } {
  let text = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  return { socket, text: () => text };
}

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `alice${'abcdefghijklmnopqrstuvwxyz'[index]}`);

describe('requests that a client sends without waiting for answers', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.app.close());

  const ended = async (): Promise<number> => {
    const text = await platform.app.get(Metrics).registry.metrics();
    return Number(/gateway_connections_ended_total\{reason="pipelined"\} (\d+)/.exec(text)?.[1]);
  };

  it('pipelined requests are all answered, in their order', async () => {
    const sent = names(MAX_WAITING + 1);
    const last = sent.length - 1;
    const bytes = sent.map((name, index) =>
      call(index % 2 ? 'compose_echo' : 'get_echo', name, ...(index === last ? ['Connection: close'] : [])),
    );
    const text = await exchange(platform.port, bytes.join(''));
    expect(statusesIn(text)).toEqual(sent.map(() => 200));
    expect([...text.matchAll(/"account":"(\w+)"/g)].map(([, name]) => name)).toEqual(sent);
  });

  it('a pipelined request begins when the one before it is answered, and is counted then', async () => {
    const arrived = platform.gate.arrival();
    const { socket, text } = connection(
      platform.port,
      call('hold_echo', 'alice') + call('relay_echo', 'bob', 'Connection: close'),
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await arrived;
    // Another connection is answered meanwhile.
    const other = await platform.call('relay_echo');
    const before = Number(other.headers.get('ratelimit-remaining'));
    platform.gate.open();
    await closed;
    expect(statusesIn(text())).toEqual([200, 200]);
    const remaining = [...text().matchAll(/\r\nratelimit-remaining: (\d+)/gi)].map(([, count]) =>
      Number(count),
    );
    expect(remaining.at(-1)).toBe(before - 1);
  });

  it.each([
    ['is no HTTP', 'no HTTP\r\n\r\n'],
    ['has too large a head', get('/health', `x-padding: ${'x'.repeat(40_000)}`)],
  ])(
    'a request gets its own answer when the one behind it %s, and the connection ends',
    async (_, behind) => {
      const arrived = platform.gate.arrival();
      const { socket, text } = connection(platform.port, call('hold_echo', 'alice'));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await arrived;
      const read = socket.bytesRead;
      socket.write(behind);
      // On another connection, after it.
      await platform.call('relay_echo');
      expect(socket.bytesRead).toBe(read);
      platform.gate.open();
      await closed;
      expect(statusesIn(text())).toEqual([200]);
    },
  );

  it('a request gets its own answer when the one behind it does not come whole in time', async () => {
    const impatient = await startPlatform({ REQUEST_TIMEOUT_MS: '1000', HEADERS_TIMEOUT_MS: '1000' });
    const arrived = impatient.gate.arrival();
    const partly = call('relay_echo', 'bob').slice(0, -3);
    const { socket, text } = connection(impatient.port, call('hold_echo', 'alice') + partly);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await arrived;
    // Without a request before it, the same one is refused for its time.
    expect(statusesIn(await exchange(impatient.port, partly))).toEqual([408]);
    impatient.gate.open();
    await closed;
    expect(statusesIn(text())).toEqual([200]);
    await impatient.app.close();
  });

  /** Calls of get_echo that are left, this one counted. */
  const remaining = async (): Promise<number> =>
    Number((await platform.call('get_echo')).headers.get('ratelimit-remaining'));

  it('requests that wait are answered when what is behind them is no HTTP, and the connection ends', async () => {
    const arrived = platform.gate.arrival();
    const waiting = call('get_echo', 'bob') + call('get_echo', 'carol');
    const { socket, text } = connection(platform.port, call('hold_echo', 'alice') + waiting);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await arrived;
    socket.write('no HTTP\r\n\r\n');
    // On another connection, after it.
    const before = await remaining();
    platform.gate.open();
    await closed;
    expect([...text().matchAll(/"account":"(\w+)"/g)].map(([, name]) => name)).toEqual([
      'alice',
      'bob',
      'carol',
    ]);
    expect(await remaining()).toBe(before - 3);
  });

  it('a request that waits does not begin when what comes of its body is no HTTP, and the connection ends', async () => {
    const arrived = platform.gate.arrival();
    const chunked = ['POST /v1/tools/get_echo HTTP/1.1', HOST, 'Transfer-Encoding: chunked', '', ''];
    const { socket, text } = connection(
      platform.port,
      call('hold_echo', 'alice') + chunked.join('\r\n') + 'no chunk\r\n',
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await arrived;
    const before = await remaining();
    platform.gate.open();
    await closed;
    expect(statusesIn(text())).toEqual([200]);
    expect(await remaining()).toBe(before - 1);
  });

  it.each([
    ['head', 30],
    ['body', -3],
  ])('a request whose %s was refused as late does not run when the rest comes', async (_, end) => {
    const impatient = await startPlatform({ REQUEST_TIMEOUT_MS: '1000', HEADERS_TIMEOUT_MS: '1000' });
    let hasRun = false;
    void impatient.gate.arrival().then(() => (hasRun = true));
    const whole = call('hold_echo', 'alice');
    const socket = connect({ port: impatient.port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    const ended = new Promise((resolve) => socket.once('end', resolve));
    socket.write(whole.slice(0, end));
    await ended;
    expect(statusesIn(text)).toEqual([408]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end(whole.slice(end));
    await closed;
    // On other connections, after it.
    for (let calls = 0; calls < 5; calls += 1) await impatient.call('get_echo');
    expect(hasRun).toBe(false);
    await impatient.app.close();
  });

  it('a connection with more requests that wait than its bound is ended, and counted', async () => {
    const before = await ended();
    const arrived = platform.gate.arrival();
    const waiting = names(MAX_WAITING + 1).map((name) => call('get_echo', name));
    const { socket, text } = connection(platform.port, call('hold_echo', 'alice'));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await arrived;
    socket.write(waiting.join(''));
    await closed;
    platform.gate.open();
    expect([text(), await ended()]).toEqual(['', before + 1]);
  });
});

describe('requests behind a stream of events on one connection', () => {
  const chain = new FakeChain('pipelined');
  let node: FakeNode;
  let gateway: RunningGateway;
  beforeAll(async () => {
    node = await FakeNode.start(chain);
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    node.override = (route, _body, response) => {
      if (!route.startsWith(ABI)) return false;
      json(response, 200, { account_name: 'alice', padding: 'x'.repeat(100_000) });
      return true;
    };
    gateway = await startGateway(node.url);
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const asked = (): number => node.requests.filter(({ path }) => path.startsWith(ABI)).length;
  const abis = (accounts: readonly string[]): string =>
    accounts.map((account) => get(`${ABI}?account_name=${account}`)).join('');

  it('a stream runs on a connection that was used before, and no request behind it runs', async () => {
    const port = Number(new URL(gateway.url).port);
    const { socket, text } = connection(port, abis(['bob']));
    await until(() => text().length > 100_000);
    expect(asked()).toBe(1);
    socket.write(get('/v1/events?topics=head') + abis(names(MAX_WAITING)));
    await until(() => text().includes('event: ready'));
    // On another connection, after them.
    expect((await fetch(`${gateway.url}${ABI}?account_name=carol`)).status).toBe(200);
    expect(asked()).toBe(2);
    const heads = (): number => text().split('event: head').length;
    const before = heads();
    chain.headBlockNum += 1;
    await until(() => heads() > before);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(abis(['dave']));
    await closed;
    expect(asked()).toBe(2);
  });
});
