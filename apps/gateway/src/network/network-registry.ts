import { type NetworkConfig, NetworkNotConfiguredError } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../profile/profile-monitor';
import { Network } from './network';

/** The networks of this deployment. A tool gets that of its call as a parameter: `@ToolNetwork()`. */
@Injectable()
export class NetworkRegistry {
  readonly #byName = new Map<string, Network>();
  readonly #onRenewed: ((network: Network) => void)[] = [];

  constructor(
    private readonly chains: Chains<NetworkConfig>,
    private readonly profiles: ProfileMonitor,
  ) {
    for (const config of chains.networks.all()) this.#byName.set(config.name, this.#networkOf(config));
  }

  /** @throws NetworkNotConfiguredError */
  of(name: string): Network {
    const network = this.#byName.get(name);
    if (network === undefined) throw new NetworkNotConfiguredError(name);
    return network;
  }

  all(): Network[] {
    return [...this.#byName.values()];
  }

  /** Whether a network still has the profile that it had when it was asked for. */
  isCurrent(network: Network): boolean {
    return this.#byName.get(network.name) === network;
  }

  /** Takes over other profiles. A request that runs ends with the network that it began with. */
  renew(configs: readonly NetworkConfig[]): void {
    for (const config of configs) {
      const network = this.#networkOf(config);
      this.#byName.set(config.name, network);
      for (const listener of this.#onRenewed) listener(network);
    }
  }

  /** Calls `listener` with each network that has another profile now. */
  onRenewed(listener: (network: Network) => void): void {
    this.#onRenewed.push(listener);
  }

  #networkOf(config: NetworkConfig): Network {
    return new Network(config, this.chains, this.profiles);
  }
}
