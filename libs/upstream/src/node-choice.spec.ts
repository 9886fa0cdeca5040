import { ManualClock } from '@app/operations';
import { ConfiguredOrder } from './node-choice';
import { UpstreamNode } from './upstream-node';

describe('the configured order', () => {
  const clock = new ManualClock(1_000_000);
  const nodes = ['http://one', 'http://two', 'http://three'].map((url) => new UpstreamNode(url));
  afterAll(() => Promise.all(nodes.map((node) => node.close())));
  const [one, two] = nodes as [UpstreamNode, UpstreamNode];
  const hosts = (choice: ConfiguredOrder) => choice.candidates().map(({ host }) => host);

  it('is kept while all nodes answer', () => {
    expect(hosts(new ConfiguredOrder(nodes, clock))).toEqual(['one', 'two', 'three']);
  });

  it('puts nodes that failed last until they answered or their rest is over', () => {
    const choice = new ConfiguredOrder(nodes, clock);
    choice.failed(one);
    choice.failed(two);
    expect(hosts(choice)).toEqual(['three', 'one', 'two']);
    choice.answered(two);
    expect(hosts(choice)).toEqual(['two', 'three', 'one']);
    clock.advance(10_000);
    expect(hosts(choice)).toEqual(['one', 'two', 'three']);
  });
});
