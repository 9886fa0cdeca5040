import type { ContractProfile } from './contract-profile';
import type { NetworkName } from './networks-schema';
import type { NodesOfNetwork } from './node-config';
import type { ConfiguredNode } from './node-schema';

/** One configured network. */
export interface NetworkConfig extends NodesOfNetwork {
  readonly name: NetworkName;
  readonly nodes: readonly ConfiguredNode[];
  readonly profile: ContractProfile;
  /** Whether its tokens are worth money. False for test chains and the development chains. */
  readonly realFunds: boolean;
  /** Base URL of the controls of an embedded development chain; undefined for every other chain. */
  readonly controlsUrl?: string;
}
