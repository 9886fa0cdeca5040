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
function chainIn(host: string): { readonly shipUrl: string; readonly chainUrl: string } {
  const { port, shipPort } = loadDevchainSettings({
    ...environmentOf('devchain'),
    ...withDefaults(file.services[host]?.environment),
  });
  return { shipUrl: `ws://${host}:${String(shipPort)}`, chainUrl: `http://${host}:${String(port)}` };
}

describe('the history node of docker-compose.yml', () => {
  it('follows the node of each network', () => {
    expect(settings.chains.map((chain) => chain.name)).toEqual(Object.keys(networks));
    for (const chain of settings.chains) {
      const nodes = networks[chain.name as keyof typeof networks]!.nodes;
      expect(chain).toMatchObject(chainIn(new URL(nodes[0]!.url).hostname));
    }
  });

  it('is a node of each network, with the capabilities that it serves', () => {
    for (const chain of settings.chains)
      expect(networks[chain.name as keyof typeof networks]!.nodes).toContainEqual({
        url: `http://${name}:${String(chain.port)}`,
        label: 'history',
        capabilities: ['history', 'trace', 'v2', 'stream'],
      });
  });

  it('keeps its files on a volume of the file, in the folder that the image declares', () => {
    expect(volumesOf('history')).toEqual([settings.stateDir]);
    const mounted = service.volumes?.map((volume) => volume.split(':'));
    expect(mounted).toEqual([[expect.any(String), settings.stateDir]]);
    expect(file.volumes).toHaveProperty(mounted![0]![0]!);
  });

  it('is published on this machine only', () => {
    expect(service.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  });
});
