import { requireDistinct } from './distinct-nodes';

const networkOf = (...nodes: { url: string; label: string }[]) => ({
  ...{ name: 'mainnet', chainId: undefined, verify: 'quorum' as const },
  nodes,
});

describe('the nodes that a client is given', () => {
  it('nodes at different paths of a host with labels of their own are accepted', () => {
    expect(() =>
      requireDistinct(
        networkOf({ url: 'https://a.example/one', label: 'a' }, { url: 'https://a.example/two', label: 'b' }),
      ),
    ).not.toThrow();
  });

  it.each([
    ['one label', 'https://a.example/one', 'https://a.example/two', 'a', 'two nodes have one label'],
    ['one address', 'https://a.example', 'https://a.example/', 'b', 'a node is named twice'],
    [
      'one address, with credentials',
      'https://a.example',
      'https://u:p@a.example',
      'b',
      'a node is named twice',
    ],
  ])('two nodes with %s are refused', (_, first, second, label, message) => {
    const network = networkOf({ url: first, label: 'a' }, { url: second, label });
    expect(() => requireDistinct(network)).toThrow(message);
  });
});
