import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { until } from '../../../harness/until';

const TRACE = '/v1/trace_api/get_block';

describe('the trace of an irreversible block', () => {
  const chain = new FakeChain('traces');
  let node: FakeNode;
  let gateway: RunningGateway;
  let status = 'pending';
  beforeAll(async () => {
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    node = await FakeNode.start(chain);
    node.override = (path, _body, response) => {
      if (path !== TRACE) return false;
      json(response, 200, { id: '07', number: 7, previous_id: '06', status, transactions: [] });
      return true;
    };
    gateway = await startGateway(node.url);
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const trace = async (): Promise<string> => {
    const answer = await fetch(gateway.url + TRACE, { method: 'POST', body: '{"block_num":7}' });
    const { status: said } = (await answer.json()) as { status: string };
    return `${answer.headers.get('x-cache')} ${said}`;
  };

  it('the trace of an irreversible block that its node calls pending is held until the next head, then permanently', async () => {
    expect(await trace()).toBe('miss pending');
    status = 'irreversible';
    chain.headBlockNum += 1;
    await until(async () => (await trace()).endsWith('irreversible'));
    status = 'changed';
    chain.headBlockNum += 1;
    await until(async () => {
      const answer = await fetch(`${gateway.url}/v1/chain/get_info`);
      return ((await answer.json()) as { head_block_num: number }).head_block_num === chain.headBlockNum;
    });
    expect(await trace()).toBe('hit irreversible');
  });
});
