import type { NetworkConfig } from '@app/networks';
import { Chains } from '@app/upstream';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { LiedChain } from './support';

const ROWS = '/v1/chain/get_table_rows';
const FORGED = 'bcrt1qforgedforgedforgedforgedforgedforged';
const CHECKS = 4;

describe('the check of the profile, with one liar of three nodes', () => {
  let world: LiedChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    world = await LiedChain.start();
  });
  afterAll(async () => {
    await gateway.close();
    await world.close();
  });

  it('forged addresses of the node that is asked first have no tool refused', async () => {
    world.liar.lies.set(ROWS, (answer) => {
      const page = answer as { readonly rows: readonly object[] };
      return {
        ...page,
        rows: page.rows.map((row) => ('btc_address' in row ? { ...row, btc_address: FORGED } : row)),
      };
    });
    // The liar answers first.
    for (const honest of world.proxies.slice(0, 2)) honest.delayMs = 50;
    gateway = await world.gateway(3, 'quorum');
    const monitor = gateway.app.get(ProfileMonitor);
    const network = gateway.app.get<Chains<NetworkConfig>>(Chains).networks.of('mainnet');
    for (let check = 0; check < CHECKS; check += 1) {
      expireReadCache();
      const end = await monitor.check(network).then(
        () => 'checked',
        (error: Error) => error.name,
      );
      // On a slow machine the nodes are never seen at one head: such a check changes nothing.
      expect(['checked', 'NodesDisagreeError', 'UnconfirmedAnswerError']).toContain(end);
      expect(monitor.matches(network.profile, 'bitcoin_network')).toBe(true);
    }
  });
});
