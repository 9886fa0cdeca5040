import { Metrics } from '@app/operations';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, type Override } from '../../../harness/fake-node/fake-node';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import { LONG_NODE_TIMEOUTS } from '../../../harness/gateway/long-timeouts';
import { expireReadCache, type RunningGateway } from '../../../harness/gateway/start-gateway';
import { longOr } from '../../../harness/long';
import { type RedisServer, startRedis } from '../../../harness/process/redis';
import { until } from '../../../harness/until';

const CHAIN = 'shown heads';
/** Heads that each client sees. */
const BLOCKS = longOr(8, 4);
/** Answers of the nodes in which the chain makes a block: far more than are on their way at one time. */
const ANSWERS_PER_BLOCK = 20;
/** Equal questions that are kept under different keys. */
const FORMS: readonly RequestInit[] = [
  { method: 'GET' },
  { method: 'POST' },
  { method: 'POST', body: '{}' },
  ...[1, 2, 3, 4, 5].map((a) => ({ method: 'POST', body: JSON.stringify({ a }) })),
];

/** A view of one chain whose head rises with the answers of all its nodes: a busy machine makes no answer older. */
class RisingChain extends FakeChain {
  static answers = 0;

  constructor(private readonly blocksBehind: number) {
    super(CHAIN);
  }

  override info(): object {
    RisingChain.answers += 1;
    this.headBlockNum = 1_000 + Math.floor(RisingChain.answers / ANSWERS_PER_BLOCK) - this.blocksBehind;
    this.headBlockTime = new Date().toISOString().slice(0, -1);
    return super.info();
  }
}

let nodes: FakeNode[];
let redis: RedisServer;
/** Two that share their heads, and one without Redis. */
let replicas: RunningGateway[];

beforeAll(async () => {
  redis = await startRedis();
  nodes = await Promise.all([0, 1, 2].map((behind) => FakeNode.start(new RisingChain(behind))));
  const named = nodes.map(({ url }, behind) => ({ url, name: `behind-${behind}`, capabilities: ['chain'] }));
  const shared = { env: { ...LONG_NODE_TIMEOUTS, REDIS_URL: redis.url } };
  replicas = [
    await startLabelledGateway(named, shared),
    await startLabelledGateway(named, shared),
    await startLabelledGateway(named, { env: LONG_NODE_TIMEOUTS }),
  ];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await Promise.all(nodes.map((node) => node.stop()));
  await redis.stop();
});

/** Resolves once a replica shares its heads. */
function isSharing({ app }: RunningGateway): Promise<void> {
  const { registry } = app.get(Metrics);
  return until(async () => (await registry.metrics()).includes('gateway_redis_up{use="heads"} 1'));
}

async function headAt(url: string, form: RequestInit): Promise<number> {
  const answer = await fetch(`${url}/v1/chain/get_info`, form);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { head_block_num: number }).head_block_num;
}

type Pair = readonly [string, string];

/**
 * Heads of one client that asks two replicas in turn, each request after the answer to the one before.
 * @param turnsPerExpiry after so many requests kept answers expire, without a wait
 */
async function headsOf(client: number, pair: Pair, turnsPerExpiry: number): Promise<number[]> {
  const heads: number[] = [];
  for (let turn = 1; heads.length === 0 || heads.at(-1)! < heads[0]! + BLOCKS; turn += 1) {
    heads.push(await headAt(pair[(turn + client) % 2]!, FORMS[(turn >> 1) % FORMS.length]!));
    if (turn % turnsPerExpiry === 0) expireReadCache();
  }
  return heads;
}

async function expectNoFall(pair: Pair, turnsPerExpiry = Infinity): Promise<void> {
  const seen = await Promise.all([0, 1, 2].map((client) => headsOf(client, pair, turnsPerExpiry)));
  const falls = seen.flatMap((heads) =>
    heads.flatMap((head, index) => (head < (heads[index - 1] ?? 0) ? [`${heads[index - 1]} ${head}`] : [])),
  );
  expect(falls).toEqual([]);
}

it('a client that asks two replicas in turn sees no head below one it has seen', async () => {
  const [first, second] = replicas as [RunningGateway, RunningGateway];
  await Promise.all([first, second].map(isSharing));
  await expectNoFall([first.url, second.url]);
});

it('a client of one replica without Redis sees no head below one it has seen', async () => {
  const { url } = replicas[2]!;
  await expectNoFall([url, url], 3 * FORMS.length);
});

it('a kept answer does not serve after an answer to another form showed a higher head', async () => {
  const chains = [new FakeChain(CHAIN), new FakeChain(CHAIN)] as const;
  const pair = [await FakeNode.start(chains[0]), await FakeNode.start(chains[1])] as const;
  const [newest, behind] = pair;
  const [first, other] = FORMS.slice(-2) as [RequestInit, RequestInit];
  for (const chain of chains) chain.headBlockTime = new Date().toISOString().slice(0, -1);
  chains[0].headBlockNum = 101;
  const named = pair.map(({ url }, index) => ({ url, name: `node-${index}`, capabilities: ['chain'] }));
  // One poll, with which the gateway knows the newest head.
  const gateway = await startLabelledGateway(named, {
    env: { ...LONG_NODE_TIMEOUTS, NODE_POLL_MS: '60000' },
  });
  const { url } = gateway;
  const lose: Override = (target, _body, response) =>
    target === '/v1/chain/get_info' && response.destroy().destroyed;
  try {
    await until(() => pair.every(({ requests }) => requests.length > 0));
    newest.override = lose;
    expect(await headAt(url, first)).toBe(100);
    newest.override = () => false;
    behind.override = lose;
    expect(await headAt(url, other)).toBe(101);
    expect(await headAt(url, first)).toBe(101);
  } finally {
    await gateway.close();
    await Promise.all(pair.map((node) => node.stop()));
  }
});
