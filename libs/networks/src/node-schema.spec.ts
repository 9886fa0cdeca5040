import { nodeConfigs, nodesSchema } from './node-schema';

describe('nodesSchema', () => {
  const url = 'http://node.example.org';

  it('nodesSchema reads a shadow node', () => {
    const [node, shadow] = nodeConfigs(nodesSchema.parse([url, { url: `${url}:1`, shadow: true }]));
    expect([node!.isShadow, shadow!.isShadow]).toEqual([undefined, true]);
  });

  it('nodesSchema refuses nodes that are all shadows', () => {
    const { error } = nodesSchema.safeParse([{ url, shadow: true }]);
    expect(error!.issues.map(({ message }) => message)).toEqual([
      'needs at least one node that is no shadow: a shadow serves nothing',
    ]);
  });

  const SRV = 'http://_chain._tcp.nodes.example.org';
  it.each([
    ['discover needs a label', { url, discover: 'addresses' }],
    ['discover needs a label', { url, discover: 'addresses', label: 'a'.repeat(55) }],
    ['discover needs a name', { url: 'http://10.0.0.1:8888', discover: 'addresses', label: 'a' }],
    ['discover needs a name', { url: 'http://[::1]:8888', discover: 'addresses', label: 'a' }],
    ['addresses needs http:', { url: 'https://node.example.org', discover: 'addresses', label: 'a' }],
    ['srv needs a URL without a port', { url: `${SRV}:8888`, discover: 'srv', label: 'a' }],
    ['srv needs a name of the form', { url, discover: 'srv', label: 'a' }],
    ['Invalid option', { url, discover: 'dns', label: 'a' }],
  ])('nodesSchema refuses an entry that %s: %p', (problem, entry) => {
    const { error } = nodesSchema.safeParse([entry]);
    expect(error!.issues.map(({ message }) => message)).toEqual([expect.stringContaining(problem)]);
  });

  it('nodesSchema reads names whose nodes are found', () => {
    const entries = [
      { url: SRV, discover: 'srv', label: 'services' },
      { url: `${url}:8888`, discover: 'addresses', label: 'hosts' },
    ];
    expect(nodeConfigs(nodesSchema.parse(entries)).map(({ discover }) => discover)).toEqual([
      'srv',
      'addresses',
    ]);
  });
});
