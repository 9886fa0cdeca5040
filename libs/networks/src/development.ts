import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from './configuration-error';
import type { ContractProfile } from './contract-profile';
import type { NetworkConfig } from './network-config';
import { nodeConfigs, type NodeEntry } from './node-schema';

const PROFILE = path.join('libs', 'networks', 'profiles', 'development.yaml');

/**
 * The two embedded development chains, on `port` and the next one. Their ids follow from their seed,
 * which the gateway does not know, so each is taken from the chain on first contact and held from
 * then on.
 * @param historyPort of the history node of the first chain, that of the second is on the next one; undefined: none runs
 */
export function developmentNetworks(
  port: number,
  historyPort: number | undefined,
  readProfile: (file: string) => ContractProfile,
): NetworkConfig[] {
  const profile = readProfile(developmentProfileFile());
  return (['mainnet', 'testnet'] as const).map((name, index) => {
    const url = `http://127.0.0.1:${port + index}`;
    return {
      name,
      chainId: undefined,
      nodes: nodeConfigs([{ url }, ...historyNodes(historyPort, index)]),
      profile,
      realFunds: false,
      controlsUrl: `${url}/devchain/docs`,
    };
  });
}

function historyNodes(port: number | undefined, index: number): NodeEntry[] {
  if (port === undefined) return [];
  return [
    {
      url: `http://127.0.0.1:${port + index}`,
      label: 'history',
      capabilities: ['history', 'trace', 'v2', 'stream'],
    },
  ];
}

/** The profile stays where the sources have it: the compiler copies no YAML. */
export function developmentProfileFile(): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, PROFILE);
    if (existsSync(file)) return file;
    if (folder === path.dirname(folder)) throw new ConfigurationError(PROFILE, ['is not there']);
  }
}
