import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { FollowedHistory } from '../../harness/history/followed-history';
import { DEX_TRADES } from '../../harness/history/trade-layout';
import { until } from '../../harness/until';
import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { type Answer, answerOf, overRest } from '../../harness/gateway/gateway-client';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { documentedTools, exampleInputs } from '../../harness/gateway/openapi';

/** The history node follows in the process of the spec, and may be far behind. */
const ON_A_BUSY_MACHINE = { ...LONG_NODE_TIMEOUTS, NODE_MAX_INDEX_BLOCKS_BEHIND: '100000' };
const OF_HISTORY: ReadonlySet<string> = new Set(['get_candles', 'get_history']);

describe('the examples of the tools, against a fresh development chain', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;

  beforeAll(async () => {
    chain = await TestChain.start(
      { contracts: DEPLOYED_CONTRACTS, blocks: 'timed' },
      { simulation: true, shipPort: 0 },
    );
    history = await FollowedHistory.start(chain.devchain.shipUrl!, {
      chainUrl: chain.url,
      trades: DEX_TRADES,
    });
    gateway = await startGateway([chain.url, history.url], undefined, ON_A_BUSY_MACHINE);
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
      // The signed example is of a chain that has ended: its bytes are explained, and are expired.
      if (tool === 'push_transaction') continue;
      const call = () => overRest(gateway.url)(tool, { ...input, network: 'mainnet' });
      if (OF_HISTORY.has(tool)) await until(async () => (await call()).ok);
      const answer = await answerOf(call());
      if (tool === 'explain_transaction') {
        expect(answer.simulation).toMatchObject({
          status: 'failed',
          error: expect.stringMatching(/^expired/) as string,
        });
        continue;
      }
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
