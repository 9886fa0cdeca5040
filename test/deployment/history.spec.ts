import { isHistory, readComposeFile, withDefaults } from './compose-file';
import { readComposeNetworks } from './compose-networks';
import { environmentOf, volumesOf } from '../harness/image-file';
import { loadDevchainSettings } from '../../apps/devchain/src/settings';
import { loadHistorySettings } from '../../apps/history/src/settings';

const file = readComposeFile();
const [name, service] = Object.entries(file.services).find(([, each]) => isHistory(each))!;
const settings = loadHistorySettings({ ...environmentOf('history'), ...withDefaults(service.environment) });
const networks = readComposeNetworks();

/** Addresses of the chain in a service of the file. */
function chainIn(host: string): { readonly shipUrls: string[]; readonly chainUrl: string } {
  const { port, shipPort } = loadDevchainSettings({
    ...environmentOf('devchain'),
    ...withDefaults(file.services[host]?.environment),
  });
  return { shipUrls: [`ws://${host}:${String(shipPort)}`], chainUrl: `http://${host}:${String(port)}` };
}

describe('the compose file: history', () => {
  it('the history node of docker-compose.yml follows the node of each network', () => {
    expect(settings.chains.map((chain) => chain.name)).toEqual(Object.keys(networks));
    for (const chain of settings.chains) {
      const nodes = networks[chain.name as keyof typeof networks]!.nodes;
      expect(chain).toMatchObject(chainIn(new URL(nodes[0]!.url).hostname));
    }
  });

  it('the history node of docker-compose.yml is a node of each network with its capabilities', () => {
    for (const chain of settings.chains)
      expect(networks[chain.name as keyof typeof networks]!.nodes).toContainEqual({
        url: `http://${name}:${String(chain.port)}`,
        label: 'history',
        capabilities: ['history', 'trace', 'v2', 'stream'],
      });
  });

  it('the history node of docker-compose.yml keeps its files on a volume, in the folder of the image', () => {
    expect(volumesOf('history')).toEqual([settings.stateDir]);
    const mounted = service.volumes?.map((volume) => volume.split(':'));
    expect(mounted).toEqual([[expect.any(String), settings.stateDir]]);
    expect(file.volumes).toHaveProperty(mounted![0]![0]!);
  });

  it('the history node of docker-compose.yml has more time to stop than its close takes', () => {
    const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]) * 1000;
    expect(graceMs).toBeGreaterThan(settings.drainMs);
  });

  it('the history node of docker-compose.yml is published on this machine only', () => {
    expect(service.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  });
});

describe('the compose file: history of a network', () => {
  const network = file.services['network-history']!;
  const environment = withDefaults(network.environment);
  const load = (env: Readonly<Record<string, string>>) =>
    loadHistorySettings({ ...environmentOf('history'), ...environment, ...env });

  it('the history node of a network starts when it is named alone', () => {
    expect(network.profiles).toEqual(['network-history']);
  });

  it('the history node of a network needs the URL of a state history', () => {
    expect(() => load({})).toThrow('HISTORY_SHIP_URL');
    const [chain, ...others] = load({ HISTORY_SHIP_URL: 'ws://node.example.org:8080' }).chains;
    expect(others).toEqual([]);
    expect(chain).toMatchObject({
      shipUrls: ['ws://node.example.org:8080'],
      chainUrl: undefined,
      port: 7000,
    });
  });

  it('the history node of a network keeps its files on a volume of its own', () => {
    const mounted = network.volumes?.map((volume) => volume.split(':'));
    expect(mounted).toEqual([['network-history', settings.stateDir]]);
    expect(file.volumes).toHaveProperty('network-history');
  });
});
