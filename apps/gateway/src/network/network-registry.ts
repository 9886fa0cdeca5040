import { NetworkNotConfiguredError } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../profile/profile-monitor';
import { Network } from './network';

/** The networks of this deployment. A tool gets that of its call as a parameter: `@ToolNetwork()`. */
@Injectable()
export class NetworkRegistry {
  readonly #byName: ReadonlyMap<string, Network>;

  constructor(chains: Chains, profiles: ProfileMonitor) {
    this.#byName = new Map(
      chains.networks
        .all()
        .map((config) => [config.name, new Network(config, () => chains.of(config.name), profiles)]),
    );
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
}
