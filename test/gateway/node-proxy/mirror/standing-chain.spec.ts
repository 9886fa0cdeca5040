import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { until } from '../../../harness/until';

describe('the mirror while the chain stands still', () => {
  let node: FakeNode;
  let gateway: RunningGateway;
  beforeAll(async () => {
    const chain = new FakeChain('stands still');
    chain.headBlockTime = new Date(Date.now() - 3_600_000).toISOString().slice(0, -1);
    node = await FakeNode.start(chain);
    node.override = (path, body, response) => {
      if (!path.includes('get_block') && !path.endsWith('get_account')) return false;
      json(response, 200, { asked: body });
      return true;
    };
    gateway = await startGateway(node.url, undefined, { NODE_MAX_HEAD_AGE_SECONDS: '30' });
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const status = async (path: string, body: object): Promise<number> => {
    const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    await answer.text();
    return answer.status;
  };
  const block = (number: unknown): Promise<number> =>
    status('/v1/chain/get_block', { block_num_or_id: number });

  it('irreversible blocks and blocks by their ids are served, and nothing that depends on the head', async () => {
    // The last irreversible block is 98; it is known with the first poll.
    await until(async () => (await block(2)) === 200);
    expect(await block(98)).toBe(200);
    expect(await block('00000005'.padEnd(64, 'a'))).toBe(200);
    expect(await block(99)).toBe(503);
    expect(await status('/v1/chain/get_account', { account_name: 'alice' })).toBe(503);
  });
});
