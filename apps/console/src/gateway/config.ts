import type { Config, NetworkFacts } from './network-facts';
import { requestJson } from './request';

export type { NetworkFacts, Pair } from './network-facts';

let loaded: Config | undefined;

/** @throws ToolError */
export async function loadConfig(): Promise<void> {
  loaded = await requestJson<Config>('/console/config.json');
}

/** The configuration, after `loadConfig`. */
export function config(): Config {
  if (loaded === undefined) throw new Error('the configuration is not loaded');
  return loaded;
}

export const networkNamed = (name: string | undefined): NetworkFacts | undefined =>
  config().networks.find((network) => network.name === name);
