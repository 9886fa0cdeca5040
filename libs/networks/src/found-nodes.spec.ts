import { foundNodes, nodesOfEntries } from './found-nodes';
import type { ConfiguredNode } from './node-schema';

const entry: ConfiguredNode = {
  ...{ url: 'http://user:secret@nodes.example.org:8888/api', label: 'pool', discover: 'addresses' },
  ...{ capabilities: new Set(['chain'] as const), weight: 2 },
};

describe('foundNodes', () => {
  it('foundNodes keeps the members of the entry, its credentials and path, for each host', () => {
    const nodes = foundNodes(entry, [
      { host: '10.0.0.7' },
      { host: 'fd00::7' },
      { host: 'a.test', port: 80 },
    ]);
    expect(nodes.map(({ url }) => url).sort()).toEqual([
      'http://user:secret@10.0.0.7:8888/api',
      'http://user:secret@[fd00::7]:8888/api',
      'http://user:secret@a.test/api',
    ]);
    for (const node of nodes) {
      const { capabilities, weight } = entry;
      expect(node).toEqual({ url: node.url, label: node.label, capabilities, weight });
    }
  });

  it('foundNodes gives equal labels in any order of the hosts, and one node for a host that is there twice', () => {
    const hosts = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.2'].map((host) => ({ host }));
    const nodes = foundNodes(entry, hosts);
    expect(nodes).toHaveLength(3);
    expect(foundNodes(entry, hosts.toReversed())).toEqual(nodes);
    expect(new Set(nodes.map(({ label }) => label)).size).toBe(3);
    for (const { label } of nodes) expect(label).toMatch(/^pool-[0-9a-f]{8}$/);
  });

  it('foundNodes has 32 nodes at most', () => {
    const hosts = Array.from({ length: 40 }, (_, index) => ({ host: `10.0.0.${index}` }));
    expect(foundNodes(entry, hosts)).toHaveLength(32);
  });

  it('foundNodes makes a backup of a host that others are preferred to', () => {
    const [node] = foundNodes(entry, [{ host: 'a.test', isBackup: true }]);
    expect(node!.isBackup).toBe(true);
    const [of] = foundNodes({ ...entry, isBackup: true }, [{ host: 'a.test', isBackup: false }]);
    expect(of!.isBackup).toBe(true);
  });

  it('foundNodes is the entry itself before a host is known', () => {
    expect(foundNodes(entry, undefined)).toEqual([{ ...entry, discover: undefined }]);
  });

  it.each([
    ['a host of its domain', 'a.nodes.test', 1],
    ['a host of its domain in capitals, with a final dot', 'A.NODES.test.', 1],
    ['another host', 'evil.test', 0],
    ['a host whose name ends like its domain', 'evilnodes.test', 0],
    ['an address', '169.254.169.254', 0],
  ])('foundNodes gives credentials to %s: %s', (_, host, count) => {
    const named: ConfiguredNode = { ...entry, discover: 'srv', url: 'https://key:x@_https._tcp.nodes.test' };
    expect(foundNodes(named, [{ host, port: 8443 }])).toHaveLength(count);
    const headers: ConfiguredNode = {
      ...named,
      url: 'https://_https._tcp.nodes.test',
      headers: { 'x-key': 'k' },
    };
    expect(foundNodes(headers, [{ host, port: 8443 }])).toHaveLength(count);
    const open: ConfiguredNode = { ...named, url: 'https://_https._tcp.nodes.test' };
    expect(foundNodes(open, [{ host, port: 8443 }])).toHaveLength(1);
  });

  it.each(['', 'a b', 'a/b', '[::1]:80', 'a@b'])(
    'foundNodes leaves out the host %p, which no URL can have',
    (host) => {
      expect(foundNodes(entry, [{ host }])).toEqual([]);
    },
  );

  it('foundNodes counts names that differ by case and final dot once', () => {
    expect(
      foundNodes(
        entry,
        ['N.test', 'n.test', 'n.test.'].map((host) => ({ host })),
      ),
    ).toHaveLength(1);
  });
});

describe('nodesOfEntries', () => {
  const named = (url: string): ConfiguredNode => ({ url, label: url, capabilities: undefined });
  const hosts = [{ host: '10.0.0.1' }, { host: '10.0.0.2' }];

  it.each([
    ['before', (one: ConfiguredNode): ConfiguredNode[] => [one, entry]],
    ['behind', (one: ConfiguredNode): ConfiguredNode[] => [entry, one]],
  ])('nodesOfEntries leaves out a found node whose address a named one %s it has', (_, entries) => {
    const one = named('http://10.0.0.1:8888/api/');
    const nodes = nodesOfEntries(entries(one), ({ discover }) =>
      discover === undefined ? undefined : hosts,
    );
    expect(nodes.map(({ url }) => new URL(url).hostname).sort()).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(nodes).toContainEqual(one);
  });

  it('nodesOfEntries takes a host once that two names have', () => {
    const nodes = nodesOfEntries([entry, { ...entry, label: 'other' }], () => hosts);
    expect(nodes.map(({ label }) => label.slice(0, 4))).toEqual(['pool', 'pool']);
  });
});
