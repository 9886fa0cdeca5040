import { isMembers, type Members, membersOf } from './members';

/** The gateway writes into this page its version, and for each network whether real funds are involved. */
const deployment = read(document.getElementById('deployment')?.textContent ?? '');

export const VERSION = String(deployment['version'] ?? 'unknown');

/** Undefined for a network that the gateway did not name. */
export function hasRealFunds(network: string): boolean | undefined {
  const networks = membersOf(deployment['real_funds']);
  const value = Object.hasOwn(networks, network) ? networks[network] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

function read(text: string): Members {
  const value: unknown = JSON.parse(text);
  return isMembers(value) ? value : {};
}
