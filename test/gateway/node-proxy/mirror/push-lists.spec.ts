import { createServer, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { FakeChain, nodeosError } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { closeServer, listenOnLoopback } from '../../../harness/loopback-server';
import { NodeClient } from '../../../harness/node/node-client';
import { TestChain, transfer } from '../../../harness/node/test-chain';

const LIST = '/v1/chain/push_transactions';
const PUSH = '/v1/chain/push_transaction';
const AMOUNT = '0.00000100 BTC';
const NOTHING_KNOWN = '0'.repeat(64);

/** How the connection to the node breaks when a list is pushed. */
type Fault = 'none' | 'answer is lost' | 'request is lost' | 'node ends after the first one' | 'node is gone';

interface Entry {
  readonly transaction_id: string;
  readonly processed: { readonly error?: string; readonly receipt?: { readonly status: string } };
}

let chain: TestChain;
let proxy: Server;
let fault: Fault = 'none';
/** The proxy got a list under the present fault. */
let hasList = false;
let gateway: RunningGateway;
let mirror: NodeClient;
let memo = 0;

beforeAll(async () => {
  chain = await TestChain.start();
  proxy = createServer((incoming, answer) => {
    void (async () => {
      const body = await buffer(incoming);
      const isList = incoming.url === LIST;
      hasList ||= isList;
      if (fault === 'node is gone' && hasList) return answer.destroy();
      if (isList && fault === 'request is lost') return answer.destroy();
      const sent =
        isList && fault === 'node ends after the first one'
          ? Buffer.from(JSON.stringify((JSON.parse(body.toString()) as unknown[]).slice(0, 1)))
          : body;
      const target = request(
        chain.url + (incoming.url ?? ''),
        { method: incoming.method ?? 'POST' },
        (reply) => {
          if (isList && fault !== 'none') {
            reply.resume().on('end', () => answer.destroy());
            return;
          }
          answer.writeHead(reply.statusCode ?? 0, { 'content-type': 'application/json' });
          reply.pipe(answer);
        },
      );
      target.end(sent);
    })();
  });
  gateway = await startGateway(await listenOnLoopback(proxy), undefined, { RATE_LIMIT_MIRROR: '100000' });
  mirror = new NodeClient(gateway.url);
});
afterAll(async () => {
  await gateway.close();
  await closeServer(proxy);
  await chain.close();
});
afterEach(() => {
  fault = 'none';
  hasList = false;
});

const signed = (quantity = AMOUNT) =>
  chain.sign([transfer('alice', 'bob', quantity, { memo: `list ${++memo}` })], [chain.keyOf('alice')]);

/** Bob's balance in units. */
async function balance(): Promise<number> {
  const { json } = await chain.post<string[]>('get_currency_balance', {
    code: 'btc.token',
    account: 'bob',
    symbol: 'BTC',
  });
  return Math.round(Number(json[0]?.split(' ')[0] ?? 0) * 1e8);
}

describe('push_transactions whose answer is lost', () => {
  it.each<Fault>(['answer is lost', 'request is lost', 'node ends after the first one'])(
    'push_transactions answers each transaction with its own outcome, and executes each once (the %s)',
    async (kind) => {
      const list = [await signed(), await signed('999999999.00000000 BTC'), await signed()];
      const before = await balance();
      fault = kind;
      const { status, json } = await mirror.post<Entry[]>('push_transactions', list);
      expect([status, json.length]).toEqual([202, 3]);
      expect(json.map(({ transaction_id: id }) => id === NOTHING_KNOWN)).toEqual([false, true, false]);
      expect(json[1]?.processed.error).toContain('overdrawn balance');
      expect(json[0]?.processed.receipt?.status).toBe('executed');
      expect(json[0]?.transaction_id).not.toBe(json[2]?.transaction_id);
      expect((await balance()) - before).toBe(200);
    },
  );

  it('push_transactions whose answer is lost is 504 naming the transactions when the node does not come back', async () => {
    const list = [await signed(), await signed()];
    fault = 'node is gone';
    const { status, text } = await mirror.post('push_transactions', list);
    expect([status, text]).toEqual([
      504,
      expect.stringMatching(/the outcome of 2 of 2 transactions is not known: [0-9a-f]{64}, [0-9a-f]{64};/),
    ]);
  });

  it('push_transactions whose answer is lost is 504 without ids when its items cannot be read', async () => {
    fault = 'request is lost';
    const { status, text } = await mirror.post('push_transactions', [{ actions: [] }]);
    expect([status, text]).toEqual([
      504,
      expect.stringContaining('its outcome is not known: look at the chain'),
    ]);
  });
});

describe('push_transactions to a node that is lost, beside one that refuses its transactions', () => {
  let nodes: FakeNode[];
  let lost: FakeNode | undefined;
  let two: RunningGateway;
  beforeEach(async () => {
    const fake = new FakeChain('push lists');
    fake.headBlockTime = new Date().toISOString().slice(0, -1);
    nodes = [await FakeNode.start(fake), await FakeNode.start(fake)];
    lost = undefined;
    for (const node of nodes)
      node.override = (path, _body, response) => {
        if (path === LIST) lost = node;
        if (lost === node) response.destroy();
        else if (path === PUSH) json(response, 500, nodeosError(500, 3050003, 'assert', 'overdrawn balance'));
        return lost === node || path === PUSH;
      };
    two = await startGateway(nodes.map(({ url }) => url));
  });
  afterEach(async () => {
    await two.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const isRefusedElsewhere = () =>
    nodes.some((node) => node !== lost && node.requests.some(({ path }) => path === PUSH));

  it('push_transactions reports no refusal of another node while the node that got the list may have executed it', async () => {
    const { status, text } = await new NodeClient(two.url).post('push_transactions', [await signed()]);
    expect([status, text]).toEqual([
      504,
      expect.stringContaining('the outcome of 1 of 1 transactions is not known'),
    ]);
    expect(isRefusedElsewhere()).toBe(true);
  });

  it('push_transaction of a later one of the list reports no refusal of another node either', async () => {
    const client = new NodeClient(two.url);
    const list = [await signed(), await signed()];
    expect((await client.post('push_transactions', list)).status).toBe(504);
    // It cannot be reached now: only what is remembered of the list says that it may hold the transaction.
    await lost!.stop();
    const before = nodes.flatMap(({ requests }) => requests).length;
    const { status, text } = await client.post('push_transaction', list[1]!);
    expect([status, text]).toEqual([504, expect.stringContaining('its outcome is not known')]);
    const sent = nodes.flatMap(({ requests }) => requests).slice(before);
    expect(sent.some(({ path }) => path === PUSH)).toBe(true);
  });
});
