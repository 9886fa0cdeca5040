import path from 'node:path';
import { fileAbove } from '@app/program';
import { ConfigurationError } from './configuration-error';
import type { ContractProfile } from './contract-profile';
import type { NetworkConfig } from './network-config';
import { nodeConfigs, type NodeEntry } from './node-schema';

const FOLDER = path.join('libs', 'networks', 'profiles');

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
      verify: 'off',
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

/** The commented profile of the development chains. */
export const developmentProfileFile = (): string => shippedFile('development.yaml');

/** A file that ships beside the development profile. It stays where the sources have it: the compiler copies none. */
export function shippedFile(name: string): string {
  const shipped = path.join(FOLDER, name);
  const file = fileAbove(__dirname, shipped);
  if (file === undefined) throw new ConfigurationError(shipped, [`is not in ${__dirname} or above it`]);
  return file;
}
