import type { ContractProfile } from './contract-profile';
import type { NetworkName, VerifyMode } from './networks-schema';
import type { NodeConfig } from './node-schema';

/** One configured network. */
export interface NetworkConfig {
  readonly name: NetworkName;
  /** 64 lower-case hex; undefined: the first node that answers decides, for the life of the process. */
  readonly chainId: string | undefined;
  /** In order of preference. */
  readonly nodes: readonly NodeConfig[];
  readonly profile: ContractProfile;
  /** Whether its tokens are worth money. False for test chains and the development chains. */
  readonly realFunds: boolean;
  /**
   * `quorum`: ABIs and the reads that money follows are compared over two nodes before they are used, and a part of all
   * others afterwards. `sample`: a part of all reads afterwards. `off`: none.
   */
  readonly verify: VerifyMode;
  /** Base URL of the controls of an embedded development chain; undefined for every other chain. */
  readonly controlsUrl?: string;
}
