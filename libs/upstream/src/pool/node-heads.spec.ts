import { ManualClock } from '@app/operations';
import { UpstreamNode } from '../node/upstream-node';
import { NodeHeads } from './node-heads';

describe('NodeHeads', () => {
  const nodes = ['http://one', 'http://two'].map((url) => new UpstreamNode(url));
  const [one, two] = nodes as [UpstreamNode, UpstreamNode];
  afterAll(() => Promise.all(nodes.map((node) => node.close())));
  let clock: ManualClock;
  let heads: NodeHeads;
  beforeEach(() => {
    clock = new ManualClock(1_800_000_000_000);
    heads = new NodeHeads(clock);
  });
  const behind = () => [...heads.behindMs].map(([{ host }, ms]) => [host, ms]);

  it.each([
    [6_000, []],
    [6_001, [['one', 6_001]]],
    [80_000, [['one', 80_000]]],
  ])('lists a node that is %d ms behind as %j', (lagMs, expected) => {
    heads.record(one, clock.now() - lagMs);
    heads.record(two, clock.now());
    expect(behind()).toEqual(expected);
  });

  it('lists a node no more when it has caught up', () => {
    heads.record(one, clock.now() - 80_000);
    heads.record(two, clock.now());
    clock.advance(2_000);
    heads.record(one, clock.now());
    expect(behind()).toEqual([]);
  });

  it('compares with no head that was read more than 30 s ago', () => {
    heads.record(two, clock.now());
    for (let seconds = 0; seconds <= 30; seconds += 10) {
      heads.record(one, clock.now() - 80_000);
      expect(behind()).toEqual([['one', 80_000 - seconds * 1_000]]);
      clock.advance(10_000);
    }
    heads.record(one, clock.now() - 80_000);
    expect(behind()).toEqual([]);
  });

  it('lists no node because another one has a clock that is ahead', () => {
    heads.record(one, clock.now() - 500);
    heads.record(two, clock.now() + 3_600_000);
    expect(behind()).toEqual([]);
  });
});
