import type { Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const ID = 'ab'.repeat(32);
const BLOCK = 7;
const TRACE_ROUTE = '/v1/trace_api/get_transaction_trace';

/** A trace of the transaction in a block, with data that names the execution. */
const traceIn = (blockNum: number, data: string) => ({
  ...{ id: ID, block_num: blockNum },
  actions: [
    { global_sequence: 1, receiver: 'usdt.token', account: 'usdt.token', action: 'transfer', data },
  ].map((action) => ({ ...action, authorization: [{ account: 'alice' }] })),
});

describe('traces of a transaction whose block a fork replaced', () => {
  let nodes: FakeNode[];
  let chains: Chains;
  beforeEach(async () => {
    const chain = new FakeChain('traces-of-a-block');
    nodes = await Promise.all([1, 2].map(() => FakeNode.start(chain)));
    const entries = nodes.map(({ url }) => ({ url, capabilities: ['chain' as const, 'trace' as const] }));
    chains = chainsWithShortTimeouts(mainnetOn(entries, chain.chainId));
  });
  afterEach(async () => {
    await chains.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  /** The node answers these traces one after the other; the last one stays. */
  const answers = (node: FakeNode, traces: object[]): void => {
    const left = [...traces];
    node.override = (path, _body, response) => {
      if (path !== TRACE_ROUTE) return false;
      json(response, 200, left.length > 1 ? left.shift() : left[0]);
      return true;
    };
  };
  const tracesOf = (signal?: AbortSignal) =>
    chains.of('mainnet').executedTraces({ id: ID, blockNum: BLOCK }, signal);

  it('the orphaned execution of every node is that of no block of the answer', async () => {
    for (const node of nodes) answers(node, [traceIn(BLOCK - 1, '01')]);
    expect(await tracesOf()).toBeUndefined();
  });

  it('the orphaned execution of one node contradicts no other node', async () => {
    answers(nodes[0]!, [traceIn(BLOCK - 1, '01')]);
    answers(nodes[1]!, [traceIn(BLOCK, '02')]);
    expect(await tracesOf()).toMatchObject({ blockNum: BLOCK, actions: [{ data: '02' }] });
  });

  it('a waiting push asks again until a node has the execution of the block', async () => {
    for (const node of nodes) answers(node, [traceIn(BLOCK - 1, '01'), traceIn(BLOCK, '02')]);
    expect(await tracesOf(AbortSignal.timeout(20_000))).toMatchObject({
      blockNum: BLOCK,
      actions: [{ data: '02' }],
    });
  });
});
