import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const LIMIT = 10;

describe('the units of a plan', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start();
    gateway = await startGateway(chain.url, undefined, { RATE_LIMIT_COMPOSE: String(LIMIT) });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  const steps = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      tool: 'transfer',
      input: { from: 'alice', to: 'bob', symbol: 'BTC', amount: `0.${String(index + 1)}` },
    }));
  const overRest = (body: object) =>
    fetch(`${gateway.url}/v1/tools/compose_plan`, { method: 'POST', body: JSON.stringify(body) });
  const overMcp = (body: object) =>
    fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'compose_plan', arguments: body },
      }),
    });

  it('a plan counts one unit of the bucket for each step, over REST and MCP, and is refused above the limit', async () => {
    const remaining: (string | null)[] = [];
    for (const answer of [
      await overRest({ steps: steps(1) }),
      await overRest({ steps: steps(3) }),
      await overMcp({ steps: steps(4) }),
    ]) {
      await answer.arrayBuffer();
      remaining.push(answer.headers.get('ratelimit-remaining'));
    }
    expect(remaining).toEqual(['9', '6', '2']);
    const refused = await overRest({ steps: steps(3) });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  });
});
