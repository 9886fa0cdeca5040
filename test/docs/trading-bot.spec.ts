import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { TestGateway } from '../harness/gateway/test-gateway';
import { closeServer, listenOnLoopback } from '../harness/loopback-server';
import { until } from '../harness/until';
import { printedProgram, RunningProgram } from './support/printed-program';

const PUSH = '/v1/tools/push_transaction';

interface Order {
  readonly side: string;
  readonly price: string;
}

/** A gateway in front of the gateway: the first push is refused by its limit, the answer to the second one is lost. */
class FaultyGateway {
  readonly pushed: string[] = [];
  #server?: Server;

  constructor(private readonly target: string) {}

  listen(): Promise<string> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    return listenOnLoopback(this.#server);
  }

  close(): Promise<void> {
    return closeServer(this.#server!);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const isPush = request.url === PUSH;
    if (isPush) this.pushed.push(body);
    if (isPush && this.pushed.length === 1) {
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":"rate limit exceeded"}');
      return;
    }
    const answer = await fetch(`${this.target}${request.url}`, { method: 'POST', body });
    const answered = await answer.text();
    if (isPush && this.pushed.length === 2) request.socket.destroy();
    else response.writeHead(answer.status).end(answered);
  }
}

describe('the bot of docs/tutorials/trading-bot.md', () => {
  let gateway: TestGateway;
  let faulty: FaultyGateway;
  let bot: RunningProgram;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    faulty = new FaultyGateway(gateway.url);
    bot = new RunningProgram(
      'trading-bot',
      printedProgram('tutorials/trading-bot.md', {
        'http://127.0.0.1:3000': await faulty.listen(),
        'http://127.0.0.1:8888': gateway.chain.url,
        'EVERY = 1000': 'EVERY = 200',
      }),
    );
  });
  afterAll(async () => {
    bot.signal('SIGKILL');
    await faulty.close();
    await gateway.close();
  });

  const ordersOfBot = async (): Promise<readonly Order[]> =>
    (await gateway.read('get_orders', { account: 'alice', pair: 'btcusdt' }))['orders'] as readonly Order[];

  it('the bot quotes both sides once, although a push is refused and an answer is lost', async () => {
    await until(async () => (await ordersOfBot()).length > 1, 100);
    expect(await ordersOfBot()).toEqual([
      expect.objectContaining({ side: 'buy', price: '79920.00000000' }),
      expect.objectContaining({ side: 'sell', price: '80080.00000000' }),
    ]);
    expect(faulty.pushed).toHaveLength(4);
    expect(new Set(faulty.pushed).size).toBe(2);
    expect(bot.output).toContain('push_transaction: waiting 1 s');
  });

  it('the bot follows a fill and quotes that side again', async () => {
    await gateway.execute('place_order', {
      ...{ account: 'bob', pair: 'btcusdt', side: 'buy', price: '80080', amount: '0.001' },
    });
    await bot.printed(/sold 0\.00100000 BTC at 80080\.00000000\n/);
    await until(async () => (await ordersOfBot()).length > 1, 100);
  });

  it('the bot moves its quotes with the price', async () => {
    await gateway.admin('price', { price: '81000' });
    const prices = async () => (await ordersOfBot()).map(({ price }) => price).sort();
    await until(async () => String(await prices()) === '80919.00000000,81081.00000000', 100);
  });

  it('the bot cancels all its orders at Ctrl-C, and says what it won or lost', async () => {
    bot.signal('SIGINT');
    expect(await bot.ended()).toBe(0);
    expect(bot.output).toMatch(/all orders cancelled; result -0\.92 USDT\n$/);
    expect(await ordersOfBot()).toEqual([]);
  });
});
