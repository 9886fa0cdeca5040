import type { ContractProfile } from './contract-profile';
import type { NetworkName } from './networks-schema';

/** One configured network. */
export interface NetworkConfig {
  readonly name: NetworkName;
  /** 64 lower-case hex; undefined: the first node that answers decides, for the life of the process. */
  readonly chainId: string | undefined;
  /** Base URLs of its nodes, in order of preference; they may carry credentials: never print them. */
  readonly nodes: readonly string[];
  readonly profile: ContractProfile;
}
