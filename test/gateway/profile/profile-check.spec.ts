import { checkProfile, Networks } from '@app/networks';
import { readChainFacts } from '../../../apps/gateway/src/profile/chain-facts';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { ServicesOnChain } from '../support/services-on-chain';

describe('the profile check on a development chain', () => {
  let services: ServicesOnChain;
  beforeAll(async () => {
    services = await ServicesOnChain.start();
  });
  afterAll(() => services.close());
  afterEach(() => services.produce());

  it('the profile check matches the contracts that this chain has', async () => {
    const { profile } = services.tools.get(Networks).of('mainnet');
    const matching = checkProfile(profile, await readChainFacts(services.chain, profile)).filter(
      ({ ok }) => ok,
    );
    expect(matching.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining([
        'accounts.system',
        ...profile.tokens().map(({ apiSymbol }) => `tokens.${apiSymbol}`),
      ]),
    );
  });

  it('the profile check disables only the tools that need an entry that does not match', async () => {
    const monitor = services.tools.get(ProfileMonitor);
    const network = services.tools.get(Networks).of('mainnet');
    await monitor.check(network);
    expect(() => monitor.assertEntries(network.profile, 'tokens.BTC')).not.toThrow();
    expect(() => monitor.assertEntries(network.profile, 'tokens.BTC', 'actions.cancel_order')).toThrow(
      'the contract profile does not match the chain: actions.cancel_order: account dex has no contract',
    );
  });
});
