import { AnswerTooLargeError, type ChainClient, type Chains, type NodeAnswerError } from '@app/upstream';
import { FakeChain, nodeosError } from '../../harness/fake-node/fake-chain';
import { FakeNode, json, type Override } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { until } from '../../harness/until';

const PATH = '/v1/chain/get_account';
const REQUEST = {
  method: 'POST',
  path: PATH,
  body: '{"account_name":"alice"}',
  call: 'account',
  route: PATH,
} as const;
/** More than the bound of the class `account`. */
const TOO_MUCH = { account_name: 'x'.repeat(1_100_000) };
const HONEST = { account_name: 'alice' };
const ABSENT = nodeosError(404, 0, 'not_found', 'unknown block');
const DEADLINE_MS = 60_000;
const SHORT_DEADLINE_MS = 1_000;
const FIRST = 1_000_000;

const answering =
  (status: number, body: unknown): Override =>
  (path, _body, response) => {
    if (path !== PATH) return false;
    json(response, status, body);
    return true;
  };
const breaking: Override = (path, _body, response) => {
  if (path === PATH) response.socket?.destroy();
  return path === PATH;
};
const hanging: Override = (path) => path === PATH;
const isAbsent = ({ httpStatus }: NodeAnswerError): boolean => httpStatus === 404;

describe('an answer that is larger than the bound', () => {
  let nodes: FakeNode[];
  let chains: Chains;
  let client: ChainClient;
  let accountMs = DEADLINE_MS;

  const start = async (...overrides: Override[]): Promise<void> => {
    const chain = new FakeChain('too large');
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    nodes = await Promise.all(overrides.map(() => FakeNode.start(chain)));
    nodes.forEach((node, index) => (node.override = overrides[index]!));
    // They are asked in this order.
    const networks = mainnetOn(nodes.map(({ url }, index) => ({ url, weight: FIRST / 1_000 ** index })));
    // Not the time of a busy machine decides whether the next node is asked.
    chains = chainsWithShortTimeouts(networks, { deadlinesMs: { info: DEADLINE_MS, account: accountMs } });
    client = chains.of('mainnet');
    await until(async () => {
      await client.info();
      return client.nodeStatus().every(({ judged }) => judged.kind === 'fit');
    });
  };
  afterEach(async () => {
    accountMs = DEADLINE_MS;
    await chains.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });
  const read = async () => JSON.parse((await client.rawRequest(REQUEST)).reply.bytes.toString()) as unknown;
  const asked = (node: FakeNode) => node.requests.filter(({ path }) => path === PATH).length;
  const failureOf = (reading: Promise<unknown>) => reading.catch((error: unknown) => error);
  const statusOf = (node: FakeNode) =>
    client.nodeStatus().find(({ node: label }) => label === new URL(node.url).host)!;

  it('an answer that is larger than the bound is that of one node: another one is asked, and no circuit opens', async () => {
    await start(answering(200, TOO_MUCH), answering(200, HONEST), answering(200, HONEST));
    await until(async () => {
      expect(await read()).toEqual(HONEST);
      return asked(nodes[0]!) >= 6;
    });
    expect(statusOf(nodes[0]!)).toMatchObject({ circuit: 'closed' });
  });

  it('an answer that is larger than the bound has its node rest for a moment where other nodes answer with less', async () => {
    await start(answering(200, TOO_MUCH), answering(200, HONEST), answering(200, HONEST));
    const whys = new Set<string>();
    await until(async () => {
      await read();
      whys.add(statusOf(nodes[0]!).fitness.why);
      return whys.has('answers with too much where other nodes do not');
    });
  });

  it('an answer that is larger than the bound is final once more than half of the nodes give it, and no node rests', async () => {
    await start(answering(200, TOO_MUCH), answering(200, TOO_MUCH), hanging);
    for (let reads = 1; reads <= 8; reads += 1)
      expect(await failureOf(read())).toBeInstanceOf(AnswerTooLargeError);
    for (const node of nodes.slice(0, 2))
      expect(statusOf(node)).toMatchObject({ circuit: 'closed', fitness: { why: '' } });
  });

  it('an answer that is larger than the bound is the error of a read where the other one of two nodes gives no answer', async () => {
    await start(answering(200, TOO_MUCH), breaking);
    expect(await failureOf(read())).toBeInstanceOf(AnswerTooLargeError);
    // The other one was asked until the end.
    expect(nodes.map(asked)).toEqual([2, 2]);
    nodes[1]!.override = answering(200, HONEST);
    expect(await read()).toEqual(HONEST);
  });

  it('an answer that is larger than the bound is the error of a read where the other one of two nodes hangs', async () => {
    accountMs = SHORT_DEADLINE_MS;
    await start(answering(200, TOO_MUCH), hanging);
    // A busy machine may not have the answer in time.
    await until(async () => (await failureOf(read())) instanceof AnswerTooLargeError);
  });

  it('an answer that is larger than the bound is final where all other nodes lack what was asked for', async () => {
    await start(answering(200, TOO_MUCH), answering(404, ABSENT), answering(404, ABSENT));
    expect(await failureOf(client.rawRequest(REQUEST, isAbsent))).toBeInstanceOf(AnswerTooLargeError);
  });

  it('an answer that is larger than the bound is the error of a read where of the other nodes one lacks it and one fails', async () => {
    await start(answering(200, TOO_MUCH), answering(404, ABSENT), breaking);
    expect(await failureOf(client.rawRequest(REQUEST, isAbsent))).toBeInstanceOf(AnswerTooLargeError);
  });

  it('an answer that is larger than the bound is noted beside a refusal of another node', async () => {
    await start(answering(200, TOO_MUCH), answering(500, nodeosError(500, 1, 'x', 'refused')));
    const whys = new Set<string>();
    await until(async () => {
      expect((await client.rawRequest(REQUEST)).reply.status).toBe(500);
      whys.add(statusOf(nodes[0]!).fitness.why);
      return whys.has('answers with too much where other nodes do not');
    });
  });
});
