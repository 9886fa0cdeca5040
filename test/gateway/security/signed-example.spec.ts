import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

describe('GET /docs/signed-example.json, for which the chain signs a transaction each time', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start();
    gateway = await startGateway(chain.url, undefined, { RATE_LIMIT_MIRROR: '2' });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it('GET /docs/signed-example.json counts in the bucket mirror and is refused over its limit', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 3; request += 1) {
      const answer = await fetch(`${gateway.url}/docs/signed-example.json`);
      statuses.push(answer.status);
      await answer.bytes();
    }
    expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
  });
});
