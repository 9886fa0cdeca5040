import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { FollowedHistory } from '../../harness/history/followed-history';
import { until } from '../../harness/until';
import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { type Answer, answerOf, overRest } from '../../harness/gateway/gateway-client';
import { documentedTools, exampleInputs } from '../../harness/gateway/openapi';

describe('the examples of the tools, against a fresh development chain', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;

  beforeAll(async () => {
    chain = await TestChain.start(
      { contracts: DEPLOYED_CONTRACTS, blocks: 'timed' },
      { simulation: true, shipPort: 0 },
    );
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    gateway = await startGateway([chain.url, history.url]);
    await until(async () => (await fetch(`${gateway.url}/mainnet/v2/health`)).ok);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  it('the examples of the tools succeed, and every proposal among them simulates without a failure', async () => {
    const examples = await exampleInputs(gateway.url);
    const names = (await documentedTools(gateway.url)).map(({ name }) => name);
    expect([...new Set(examples.map(({ tool }) => tool))].sort()).toEqual(names.sort());
    for (const { tool, input } of examples) {
      // The signed example is of a chain that has ended.
      if (tool === 'push_transaction') continue;
      const answer = await answerOf(overRest(gateway.url)(tool, { ...input, network: 'mainnet' }));
      if (answer.simulation === undefined) continue;
      expect({ tool, input, ...answer }).toMatchObject({
        ...{ tool, input, simulation: { status: 'ok', error: null } },
        warnings: expect.any(Array) as unknown[],
      });
      // A balance is known to change, or to be unchanged, after every one of them.
      expect((answer.simulation as Answer)['effects']).toEqual(expect.any(Array));
    }
  });
});
