import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode } from '../../../harness/fake-node/fake-node';
import { GatewayProcess } from '../../../harness/process/gateway-process';
import { type RedisServer, startRedis } from '../../../harness/process/redis';
import { until } from '../../../harness/until';

const CHAIN = 'shown heads';
/** Heads that each client sees. */
const BLOCKS = 8;
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
let replicas: GatewayProcess[];
let urls: string[];

beforeAll(async () => {
  redis = await startRedis();
  nodes = await Promise.all([0, 1, 2].map((behind) => FakeNode.start(new RisingChain(behind))));
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'heads-')), 'networks.yaml');
  const list = nodes.map(({ url }) => `{ url: '${url}', capabilities: [chain] }`).join(', ');
  const network = `{ chain_id: ${new FakeChain(CHAIN).chainId}, profile: '${developmentProfileFile()}', nodes: [${list}] }`;
  writeFileSync(file, `networks:\n  mainnet: ${network}\n`);
  const env = { NETWORKS_FILE: file, REDIS_URL: redis.url, RATE_LIMIT_MIRROR: '1000000' };
  const alone = { ...env, REDIS_URL: undefined };
  replicas = [
    await GatewayProcess.startManaged(env),
    await GatewayProcess.startManaged(env),
    await GatewayProcess.startManaged(alone),
  ];
  urls = await Promise.all(replicas.map(async (replica) => `http://127.0.0.1:${await replica.port()}`));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await Promise.all(nodes.map((node) => node.stop()));
  await redis.stop();
});

/** Resolves once a replica shares its heads. */
function isSharing({ managementPort }: GatewayProcess): Promise<void> {
  return until(async () => {
    const answer = await fetch(`http://127.0.0.1:${managementPort}/metrics`);
    return (await answer.text()).includes('gateway_redis_up{use="heads"} 1');
  });
}

async function headAt(url: string, form: RequestInit): Promise<number> {
  const answer = await fetch(`${url}/v1/chain/get_info`, form);
  return ((await answer.json()) as { head_block_num: number }).head_block_num;
}

/** Heads of one client that asks two replicas in turn, each request after the answer to the one before. */
async function headsOf(client: number, pair: readonly [string, string]): Promise<number[]> {
  const heads: number[] = [];
  for (let turn = 0; heads.length === 0 || heads.at(-1)! < heads[0]! + BLOCKS; turn += 1)
    heads.push(await headAt(pair[(turn + client) % 2]!, FORMS[(turn >> 1) % FORMS.length]!));
  return heads;
}

async function expectNoFall(pair: readonly [string, string]): Promise<void> {
  const seen = await Promise.all([0, 1, 2].map((client) => headsOf(client, pair)));
  const falls = seen.flatMap((heads) =>
    heads.flatMap((head, index) => (head < (heads[index - 1] ?? 0) ? [`${heads[index - 1]} ${head}`] : [])),
  );
  expect(falls).toEqual([]);
}

it('a client that asks two replicas in turn sees no head below one it has seen', async () => {
  await Promise.all(replicas.slice(0, 2).map(isSharing));
  await expectNoFall([urls[0]!, urls[1]!]);
});

it('a client of one replica without Redis sees no head below one it has seen', () =>
  expectNoFall([urls[2]!, urls[2]!]));
