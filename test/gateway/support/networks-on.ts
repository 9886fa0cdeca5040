import type { NetworkConfig } from '@app/networks';
import { createLogger, ReadinessRegistry } from '@app/operations';
import type { Chains } from '@app/upstream';
import { NetworkRegistry } from '../../../apps/gateway/src/network/network-registry';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';

/**
 * The networks as the tools see them. The profiles are not checked: every entry counts as matching.
 * @param of the chains of configured networks
 */
export function networksOn(of: Chains): NetworkRegistry {
  const chains = of as Chains<NetworkConfig>;
  const logger = createLogger({ logLevel: 'silent', logBufferBytes: 65_536 });
  const profiles = new ProfileMonitor(chains, new ReadinessRegistry(), logger);
  return new NetworkRegistry(chains, profiles);
}
