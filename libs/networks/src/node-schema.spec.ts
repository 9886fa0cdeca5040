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
});
