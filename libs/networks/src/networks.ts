import path from 'node:path';
import { ConfigurationError } from './configuration-error';
import { ContractProfile } from './contract-profile';
import { developmentNetworks } from './development';
import type { NetworkConfig } from './network-config';
import type { VerifyMode } from './node-config';
import { nodeConfigs, type ConfiguredNode } from './node-schema';
import { FIRST_CONTACT, NETWORK_NAMES, networksSchema } from './networks-schema';
import { profileSchema } from './profile-schema';
import { readYamlFile } from './yaml-file';

/** A network of the API that this deployment does not serve. */
export class NetworkNotConfiguredError extends Error {
  override readonly name = 'NetworkNotConfiguredError';

  constructor(readonly network: string) {
    super(`network ${network} is not configured`);
  }
}

/** Settings for `Networks.load`. */
export interface NetworksSource {
  /** Path of the networks YAML; undefined means the two embedded development chains. */
  readonly networksFile: string | undefined;
  /** Port of the development chain served as mainnet; testnet is on the next one. */
  readonly devchainPort: number;
  /** Port of the history node of that chain; testnet's is on the next one. Undefined: none runs. */
  readonly devchainHistoryPort?: number;
  /** A chain id taken on first contact is refused when true. */
  readonly isProduction: boolean;
}

/** The networks this deployment serves. */
export class Networks {
  #byName: ReadonlyMap<string, NetworkConfig>;
  #revision = 0;

  constructor(configs: readonly NetworkConfig[]) {
    this.#byName = new Map(configs.map((config) => [config.name, config]));
  }

  /**
   * Reads the networks file and every profile it names; without a file, the embedded development
   * chains.
   * @throws ConfigurationError naming file, path and reason.
   */
  static load({ networksFile, devchainPort, devchainHistoryPort, isProduction }: NetworksSource): Networks {
    if (networksFile !== undefined)
      return new Networks(readNetworks(path.resolve(networksFile), isProduction));
    if (isProduction) throw new ConfigurationError('networks file', ['must be named in production']);
    return new Networks(developmentNetworks(devchainPort, devchainHistoryPort, readProfile));
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): NetworkConfig {
    const config = this.#byName.get(network);
    if (config === undefined) throw new NetworkNotConfiguredError(network);
    return config;
  }

  /** Another number after each configuration that was taken over. */
  get revision(): number {
    return this.#revision;
  }

  all(): NetworkConfig[] {
    return [...this.#byName.values()];
  }

  /** Takes over another configuration of the same networks. */
  replace(configs: readonly NetworkConfig[]): void {
    this.#byName = new Map(configs.map((config) => [config.name, config]));
    this.#revision += 1;
  }
}

/**
 * Reads one profile file.
 * @throws ConfigurationError
 */
export function readProfile(file: string): ContractProfile {
  return new ContractProfile(file, readYamlFile(file, profileSchema));
}

/** Paths of the profiles that a networks file names; none where it has a problem. */
export function namedProfiles(file: string): string[] {
  try {
    const { networks } = readYamlFile(file, networksSchema);
    return Object.values(networks).map(({ profile }) => path.resolve(path.dirname(file), profile));
  } catch (error) {
    if (error instanceof ConfigurationError) return [];
    throw error;
  }
}

function readNetworks(file: string, isProduction: boolean): NetworkConfig[] {
  const { networks } = readYamlFile(file, networksSchema);
  return NETWORK_NAMES.flatMap((name) => {
    const network = networks[name];
    if (network === undefined) return [];
    if (network.chain_id === FIRST_CONTACT && isProduction) {
      const reason = `${FIRST_CONTACT} is for development: name the chain's id (64 hex digits)`;
      throw new ConfigurationError(file, [`networks.${name}.chain_id: ${reason}`]);
    }
    const nodes = nodeConfigs(network.nodes);
    const verify = network.verify ?? defaultVerifyMode(nodes, network.real_funds);
    if (verify !== 'off' && chainNodesOf(nodes) < 2) {
      const reason = `${verify} compares nodes: name two or more that serve the chain, or choose off`;
      throw new ConfigurationError(file, [`networks.${name}.verify: ${reason}`]);
    }
    return [
      {
        name,
        chainId: network.chain_id === FIRST_CONTACT ? undefined : network.chain_id,
        nodes,
        verify,
        profile: readProfile(path.resolve(path.dirname(file), network.profile)),
        realFunds: network.real_funds,
      },
    ];
  });
}

/** Nodes that serve the chain, or may. A name whose nodes are found stands for two: it is there for several. */
const chainNodesOf = (nodes: readonly ConfiguredNode[]): number =>
  nodes
    .filter(({ capabilities, isShadow }) => isShadow !== true && capabilities?.has('chain') !== false)
    .reduce((count, { discover }) => count + (discover === undefined ? 1 : 2), 0);

/** Where nothing is configured. */
function defaultVerifyMode(nodes: readonly ConfiguredNode[], realFunds: boolean): VerifyMode {
  if (chainNodesOf(nodes) < 2) return 'off';
  return realFunds ? 'quorum' : 'sample';
}
