import type { Browser, Page } from 'puppeteer-core';
import { StreamNode } from '../harness/fake-node/stream-node';
import type { RunningGateway } from '../harness/gateway/start-gateway';
import { startLabelledGateway } from '../harness/gateway/labelled-gateway';
import { until } from '../harness/until';
import { openBrowser } from './open-browser';

/** Members of the page, as the script of the gateway writes them. */
interface StreamPage {
  HyperionStreamClient: new (options?: object) => {
    connect(): Promise<void>;
    disconnect(): void;
    streamActions(request: object): Promise<{ node: string; startingBlock: unknown; request: object }>;
    on(event: string, listener: (task: Task) => void): void;
    lastBlockNum: number;
  };
  StreamClientEvents: Readonly<Record<string, string>>;
  client: InstanceType<StreamPage['HyperionStreamClient']>;
  seen: string[];
  final: number[];
}
interface Task {
  readonly content: {
    readonly block_num: number;
    readonly act: { readonly data: { readonly memo: string } };
  };
}

describe('streams in a browser', () => {
  let nodes: StreamNode[];
  let testnet: StreamNode;
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    nodes = [await StreamNode.start('one'), await StreamNode.start('two')];
    testnet = await StreamNode.start('three', 'test chain');
    gateway = await startLabelledGateway(nodes, { testnet: [testnet] });
    page = await browser.newPage();
    errors.length = 0;
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterEach(async () => {
    await page.close();
    await gateway.close();
    await Promise.all([...nodes, testnet].map((node) => node.stop()));
    expect(errors).toEqual([]);
  });

  /** A page of another origin with the script of a network, connected. */
  async function open(prefix: string, options: object = {}): Promise<void> {
    await page.setContent(`<script src="${gateway.url}${prefix}/stream-client.js"></script>`);
    await page.evaluate(async (given) => {
      const own = globalThis as unknown as StreamPage;
      own.client = new own.HyperionStreamClient(given);
      own.seen = [];
      own.final = [];
      own.client.on('data', ({ content }) => own.seen.push(`${content.act.data.memo} ${content.block_num}`));
      own.client.on('libData', ({ content }) => own.final.push(content.block_num));
      await own.client.connect();
    }, options);
  }

  const request = (start_from: unknown): Promise<{ node: string; startingBlock: unknown }> =>
    page.evaluate(
      (start) =>
        (globalThis as unknown as StreamPage).client.streamActions({
          contract: 'btc.token',
          action: 'transfer',
          start_from: start,
          read_until: 0,
        }),
      start_from,
    );
  const seen = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as StreamPage).seen);
  const final = (): Promise<number[]> => page.evaluate(() => (globalThis as unknown as StreamPage).final);

  it('the stream client of the gateway in a browser has the members of the published one', async () => {
    await open('');
    const members = await page.evaluate(() => {
      const { HyperionStreamClient, StreamClientEvents } = globalThis as unknown as StreamPage;
      return {
        methods: Object.getOwnPropertyNames(HyperionStreamClient.prototype),
        events: Object.values(StreamClientEvents),
      };
    });
    const { HyperionStreamClient: Published, StreamClientEvents } =
      await import('@eosrio/hyperion-stream-client');
    const PUBLIC = [
      ...['connect', 'disconnect', 'emit', 'lastBlockNum', 'off', 'on', 'once', 'setAsyncDataHandler'],
      ...['setAsyncLibDataHandler', 'setEndpoint', 'streamActions', 'streamDeltas'],
    ];
    expect(members.methods).toEqual(expect.arrayContaining(PUBLIC));
    expect(Object.getOwnPropertyNames(Published.prototype)).toEqual(expect.arrayContaining(PUBLIC));
    expect(members.events.sort()).toEqual(Object.values(StreamClientEvents).sort());
  });

  it.each([
    ['', ['one', 'two']],
    ['/testnet', ['three']],
  ])('the stream client connects to the network of its own address (%s)', async (prefix, names) => {
    await open(prefix);
    const { node, startingBlock } = await request('LIB');
    expect(names).toContain(node);
    expect(startingBlock).toBeGreaterThan(0);
    for (const one of [...nodes, testnet]) one.broadcast(7);
    await until(async () => (await seen()).length === 1);
    expect(await seen()).toEqual([`${node} 7`]);
  });

  it('the stream client sends its requests again, from the last block it received, when its node dies', async () => {
    await open('');
    const { node } = await request(5);
    const [first, second] = node === 'one' ? nodes : [...nodes].reverse();
    first!.broadcast(40);
    await until(async () => (await seen()).length === 1);
    await first!.kill();
    await until(() => second!.streamRequests.length === 1);
    expect(second!.streamRequests[0]).toMatchObject({ contract: 'btc.token', start_from: 40 });
    second!.broadcast(41);
    await until(async () => (await seen()).length === 2);
    expect(await seen()).toEqual([`${first!.name} 40`, `${second!.name} 41`]);
  });

  it('the stream client reports a block as irreversible once, and none of an abandoned fork', async () => {
    await open('/testnet', { libStream: true });
    for (const block of [10, 11, 12]) testnet.broadcast(block);
    testnet.io.emit('fork_event', { starting_block: 11, ending_block: 12, new_id: 'x' });
    testnet.broadcast(11);
    testnet.io.emit('lib_update', { block_num: 11 });
    testnet.io.emit('lib_update', { block_num: 20 });
    await until(async () => (await final()).length >= 2);
    expect(await final()).toEqual([10, 11]);
  });
});
