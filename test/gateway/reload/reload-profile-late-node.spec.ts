import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { type CallTool, overRest } from '../../harness/gateway/gateway-client';
import { TestChain } from '../../harness/node/test-chain';
import { SilentProxy } from '../../harness/silent-proxy';
import { until } from '../../harness/until';
import { LOWER_LTV, PROFILE, profileFiles, ReloadedGateway } from './support';

describe('reload of profiles while a node does not answer', () => {
  let chain: TestChain;
  let gateway: ReloadedGateway;
  let call: CallTool;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
  });
  afterAll(() => chain.close());
  afterEach(() => gateway.close());

  /** The limit of a vault; undefined where the node has not answered in time. */
  const maxLtv = async (): Promise<unknown> =>
    (await call('get_vault', { account: 'alice' })).body['max_ltv_bps'];

  const start = async (url: string): Promise<void> => {
    const timeouts = { NODE_TIMEOUT_MS: '500', NODE_POLL_TIMEOUT_MS: '500' };
    gateway = await ReloadedGateway.mounted(profileFiles(url, PROFILE), timeouts);
    call = overRest(gateway.url);
    await until(async () => (await call('get_chain_info', {})).ok);
  };

  it('a profile is refused while no node can be asked, and taken over without a command once one answers', async () => {
    const proxy = await SilentProxy.start(Number(new URL(chain.url).port));
    const url = `http://127.0.0.1:${proxy.port}`;
    await start(url);
    proxy.silence();
    gateway.mount(profileFiles(url, LOWER_LTV));
    await until(async () => (await gateway.info()).configuration.refused !== undefined);
    expect((await gateway.info()).configuration.refused?.problems).toEqual([
      expect.stringMatching(/^networks\.mainnet\.profile: it cannot be compared with the chain: /),
    ]);
    proxy.resume();
    await until(async () => (await gateway.info()).configuration.refused === undefined);
    await until(async () => (await maxLtv()) === 5000);
    const metrics = await gateway.metrics();
    // Each attempt without an answer is one.
    expect(metrics).toMatch(/gateway_reloads_total\{outcome="refused"\} [1-9]/);
    expect(metrics).toContain('gateway_reloads_total{outcome="applied"} 1\n');
    await proxy.close();
  });

  it('nodes are taken over while their profile waits to be compared, and then the profile', async () => {
    const gone = await SilentProxy.start(Number(new URL(chain.url).port));
    await start(`http://127.0.0.1:${gone.port}`);
    gone.silence();
    gateway.mount(profileFiles(chain.url, LOWER_LTV));
    await until(async () => (await maxLtv()) === 5000);
    await gone.close();
  });
});
