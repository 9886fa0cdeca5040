import { setTimeout as delay } from 'node:timers/promises';
import { Metrics } from '@app/operations';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { callTool, LiedChain } from './support';

/** None that reads again where a block comes between its reads: head-requests.spec.ts counts those of a chain that stands still. */
const CALLS: readonly (readonly [string, object])[] = [
  ['get_deposit_address', { account: 'alice' }],
  ['get_btc_price', {}],
  ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00010000' }],
];

let world: LiedChain;
beforeAll(async () => {
  world = await LiedChain.start();
});
afterAll(() => world.close());

const total = (values: readonly { readonly value: number }[]): number =>
  values.reduce((sum, { value }) => sum + value, 0);

/** Requests to nodes since the start, and those of them that were sent beside a late one. */
async function sent({ app }: RunningGateway): Promise<{ requests: number; hedges: number }> {
  const { upstreamRequests, upstreamHedges } = app.get(Metrics);
  return {
    requests: total((await upstreamRequests.get()).values),
    hedges: total((await upstreamHedges.get()).values),
  };
}

/** Requests of the second call of each tool: the first one reads the ABIs, which are kept. */
async function requestsOf(verify: string): Promise<{ requests: number[]; hedges: number }> {
  const gateway = await world.gateway(3, verify);
  const requests: number[] = [];
  // The check of the profile reads as well.
  await gateway.app.get(ProfileMonitor).firstCheck('mainnet');
  for (let known = -1, now = 0; known !== now; known = now, now = (await sent(gateway)).requests)
    await delay(500);
  for (const [tool, input] of CALLS) {
    expect((await callTool(gateway, tool, input)).status).toBe(200);
    expireReadCache();
    const before = await sent(gateway);
    expect((await callTool(gateway, tool, input)).status).toBe(200);
    requests.push((await sent(gateway)).requests - before.requests);
  }
  const { hedges } = await sent(gateway);
  await gateway.close();
  return { requests, hedges };
}

describe('the cost of verified reads', () => {
  it('a call whose reads are compared sends at most twice as many requests to nodes while the nodes agree', async () => {
    const off = await requestsOf('off');
    const quorum = await requestsOf('quorum');
    off.requests.forEach((count, index) => {
      expect(count).toBeGreaterThan(0);
      expect(quorum.requests[index]).toBeGreaterThan(count);
      expect(quorum.requests[index]).toBeLessThanOrEqual(2 * count + quorum.hedges);
    });
  });
});
