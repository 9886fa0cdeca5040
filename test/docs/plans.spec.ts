import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';
import { TestChain } from '../harness/node/test-chain';
import { runProgram } from '../harness/process/run-program';
import { pageText } from './support/printed-program';

describe('docs/how-to/plans.md', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    // The page takes an account that the simulated history prepares, as npm start does.
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS }, { simulation: true, seed: 'mainnet' });
    gateway = await startGateway(chain.url);
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it('the printed command composes a plan whose dry run says what each step does', async () => {
    const [, command = ''] = /^```sh\n([\s\S]+?)\n```$/m.exec(pageText('how-to/plans.md')) ?? [];
    const here = command.replace('http://127.0.0.1:3000', gateway.url);
    expect(here).not.toBe(command);
    const { code, output } = await runProgram('sh', ['-c', here]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      summary: [expect.stringContaining('250.50000000 USDT'), expect.stringContaining('0.01000000 CBTC')],
      simulation: {
        status: 'ok',
        steps: [
          { step: 0, tool: 'repay', loan: { ltv_bps_before: expect.any(Number) as number } },
          { step: 1, tool: 'withdraw_collateral', fee: { token: 'CBTC', arrives: '0.00995000' } },
        ],
      },
    });
  });
});
