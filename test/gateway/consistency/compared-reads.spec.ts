import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { type LateNode, startLateNode } from './support/late-node';
import { type Answered, ask, pay } from './support/reads';

const ORDER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001' };

describe('reads that are compared over two nodes, with the token of a push', () => {
  let chain: TestChain;
  let late: LateNode;
  let gateway: RunningGateway;
  /** On the chain alone. */
  let pushing: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start();
    late = await startLateNode(chain.url);
    const node = { url: chain.url, name: 'chain', capabilities: ['chain'] };
    pushing = await startLabelledGateway([node], { env: LONG_NODE_TIMEOUTS });
    gateway = await startLabelledGateway([{ url: late.url, name: 'late', capabilities: ['chain'] }, node], {
      env: LONG_NODE_TIMEOUTS,
      verify: 'quorum',
    });
  });
  afterAll(async () => {
    await gateway.close();
    await pushing.close();
    await late.close();
    await chain.close();
  });

  const compose = (token: string | null): Promise<Answered> =>
    ask(`${gateway.url}/v1/tools/transfer`, ORDER, token);

  it('a composition waits until two nodes have the block, and is refused with 503 where one does not get it', async () => {
    await compose(null);
    late.isLate = true;
    const pushed = await pay(chain, pushing.url, 'compared');
    expect(pushed.body).toMatchObject({ status: 'executed' });
    const token = pushed.headers.get('x-consistency');
    const refused = await compose(token);
    expect(refused).toMatchObject({ status: 503, body: { code: 'block_not_reached' } });
    const waiting = compose(token);
    late.isLate = false;
    const answered = await waiting;
    expect(answered.status).toBe(200);
    expect(answered.headers.get('x-verified')).toBe('2/2');
  });
});
