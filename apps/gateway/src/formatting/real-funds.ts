import type { NetworkConfig } from '@app/networks';
import { NETWORKS } from '@app/chain-tools';

type Described = Pick<NetworkConfig, 'name' | 'realFunds' | 'controlsUrl'>;

/** Description of `network` in the schema of every tool: short, because every tool repeats it. */
export function networkField(networks: readonly Described[]): string {
  return NETWORKS.map((name) => {
    const network = networks.find((configured) => configured.name === name);
    return `${name}: ${network === undefined ? 'not configured' : label(network)}`;
  }).join('; ');
}

/** Sentences on the networks of this deployment: whether real funds are involved. */
export function networkSentences(networks: readonly Described[]): string {
  const served = networks.map((network) => `${network.name} (${label(network)})`).join(' and ');
  const controls = networks.flatMap(({ name, controlsUrl }) =>
    controlsUrl === undefined ? [] : [`${controlsUrl} (${name})`],
  );
  return [
    `Networks: ${served}.`,
    ...(controls.length === 0
      ? []
      : [
          `Development chains have controls (fund accounts, set the price, advance time): ${controls.join(', ')}.`,
        ]),
  ].join(' ');
}

function label({ realFunds, controlsUrl }: Described): string {
  if (realFunds) return 'real funds';
  return controlsUrl === undefined ? 'no real funds' : 'development chain, no real funds';
}
