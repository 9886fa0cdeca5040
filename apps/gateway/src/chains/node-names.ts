import { getServers, lookup, Resolver } from 'node:dns/promises';
import type { FoundHost, DiscoveryKind } from '@app/networks';

/** Of one try of two: a name server that does not answer is asked no longer. */
const TIMEOUT_MS = 1_500;

/**
 * The hosts that a name has in DNS now.
 * @throws the error of Node's DNS, also where there is none
 */
export const findHosts = (discover: DiscoveryKind, hostname: string): Promise<FoundHost[]> =>
  discover === 'srv' ? hostsOfService(hostname) : hostsOfName(hostname);

/** As the system finds them, search domains included. */
const hostsOfName = async (hostname: string): Promise<FoundHost[]> =>
  hostsOf(await lookup(hostname, { all: true }));

/** One address a host: those of IPv6 only where there is none of IPv4, since a node with both would agree with itself. */
export function hostsOf(addresses: readonly { address: string; family: number }[]): FoundHost[] {
  const ofFour = addresses.filter(({ family }) => family === 4);
  return (ofFour.length > 0 ? ofFour : addresses).map(({ address }) => ({ host: address }));
}

/** Hosts that others are preferred to (by a lower number) are for when those fail: RFC 2782. Weights are not used. */
async function hostsOfService(name: string): Promise<FoundHost[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  resolver.setServers(getServers());
  const records = await resolver.resolveSrv(name);
  // A record for the root says that the service is not there.
  const present = records.filter((record) => record.name !== '' && record.name !== '.');
  const first = Math.min(...present.map(({ priority }) => priority));
  return present.map(({ name: host, port, priority }) => ({ host, port, isBackup: priority > first }));
}
