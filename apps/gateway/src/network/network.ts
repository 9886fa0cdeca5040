import {
  type NetworkConfig,
  type Pair,
  profileEntry,
  type ProfileWithoutTables,
  type TableAddress,
  type TableKey,
  type TemplateValues,
} from '@app/networks';
import { fail } from '@app/chain-tools';
import type { ChainClient, Chains } from '@app/upstream';
import type { ProfileMonitor } from '../profile/profile-monitor';

/**
 * A network as requests see it: its configuration, the client of its nodes, and the tables of its contracts. The
 * address of a table comes from `table` alone, so none is read whose entry does not match the chain.
 */
export class Network {
  readonly name: NetworkConfig['name'];
  readonly realFunds: boolean;
  readonly chainId: NetworkConfig['chainId'];
  readonly controlsUrl?: string;
  readonly profile: ProfileWithoutTables;
  readonly #config: NetworkConfig;
  readonly #chains: Chains;
  readonly #profiles: ProfileMonitor;

  constructor(config: NetworkConfig, chains: Chains, profiles: ProfileMonitor) {
    this.name = config.name;
    this.realFunds = config.realFunds;
    this.chainId = config.chainId;
    if (config.controlsUrl !== undefined) this.controlsUrl = config.controlsUrl;
    this.profile = config.profile;
    this.#config = config;
    this.#chains = chains;
    this.#profiles = profiles;
  }

  /** Connected at its first use. */
  get chain(): ChainClient {
    return this.#chains.of(this.name);
  }

  /** Those of now, in order of preference. */
  get nodes(): NetworkConfig['nodes'] {
    return this.#chains.networks.of(this.name).nodes;
  }

  /**
   * Where a table is; `values` fills the placeholders of its scope beyond the roles.
   * @throws ToolError when the entry does not match the chain
   */
  table(key: TableKey, values?: TemplateValues): TableAddress {
    this.assertEntries(profileEntry.table(key));
    return this.#config.profile.table(key, values);
  }

  /** @throws ToolError with the pairs of the network, for one that its profile does not name */
  pair(name: string): Pair {
    const pair = this.profile.pair(name);
    if (pair !== undefined) return pair;
    const others = this.profile.pairs().map(({ apiName }) => apiName);
    const known = others.length === 0 ? 'no pair' : others.join(', ');
    fail(
      'PROFILE_MISMATCH',
      profileEntry.pair(name),
      `is left out of the profile; ${this.name} has ${known}`,
    );
  }

  /** Position of a table's index by account, as `ContractProfile.accountIndex` says. */
  accountIndex(key: TableKey): number | undefined {
    return this.profile.accountIndex(key);
  }

  /** @throws ToolError naming the first entry of the profile that does not match the chain, and why */
  assertEntries(...entries: readonly string[]): void {
    this.#profiles.assertEntries(this.#config.profile, ...entries);
  }

  /** @throws ToolError naming the first entry that the profile leaves out, whether it has been checked or not */
  assertNamed(...entries: readonly string[]): void {
    this.#profiles.assertNamed(this.#config.profile, ...entries);
  }

  /** False when one of the entries is left out, or known not to match the chain. For entries that a tool does not require. */
  matches(...entries: readonly string[]): boolean {
    return this.#profiles.matches(this.#config.profile, ...entries);
  }

  /** Resolves after the first check of the profile since the start; before it every entry counts as matching. */
  firstCheck(): Promise<void> {
    return this.#profiles.firstCheck(this.name);
  }
}
