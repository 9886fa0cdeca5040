import { ManualClock } from '@app/operations';
import { NodeHeads } from './node-heads';
import { FailoverOrder } from './node-selector';
import { UpstreamNode } from '../node/upstream-node';

describe('FailoverOrder', () => {
  const clock = new ManualClock(1_000_000);
  const nodes = ['http://one', 'http://two', 'http://three'].map((url) => new UpstreamNode(url));
  afterAll(() => Promise.all(nodes.map((node) => node.close())));
  const [one, two] = nodes as [UpstreamNode, UpstreamNode];
  const hosts = (selector: FailoverOrder) => selector.all().map(({ host }) => host);

  it('keeps the configured order while all nodes answer', () => {
    expect(hosts(new FailoverOrder(nodes, clock))).toEqual(['one', 'two', 'three']);
  });

  it('puts failed nodes last until they answer or their cooldown is over', () => {
    const selector = new FailoverOrder(nodes, clock);
    selector.recordFailure(one);
    selector.recordFailure(two);
    expect(hosts(selector)).toEqual(['three', 'one', 'two']);
    selector.recordSuccess(two);
    expect(hosts(selector)).toEqual(['two', 'three', 'one']);
    clock.advance(10_000);
    expect(hosts(selector)).toEqual(['one', 'two', 'three']);
  });

  it('reads from no node that is behind, also when the others failed', () => {
    const heads = new NodeHeads(clock);
    const selector = new FailoverOrder(nodes, clock, heads);
    heads.record(one, clock.now() - 80_000);
    heads.record(two, clock.now());
    expect(selector.readable().map(({ host }) => host)).toEqual(['two', 'three']);
    expect(hosts(selector)).toEqual(['two', 'three', 'one']);
    selector.recordFailure(two);
    expect(selector.readable().map(({ host }) => host)).toEqual(['three', 'two']);
    expect(hosts(selector)).toEqual(['three', 'one', 'two']);
  });
});
