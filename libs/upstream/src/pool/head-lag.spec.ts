import fc from 'fast-check';
import { headLagMs, type NodeHead } from './head-lag';

const head = (headTimeMs: number, readAtMs: number): NodeHead => ({ headTimeMs, readAtMs });

describe('headLagMs', () => {
  it.each<[string, NodeHead, NodeHead[], number]>([
    ['is 0 for the only node', head(0, 0), [], 0],
    ['is 0 for the best head', head(100_000, 0), [head(20_000, 0)], 0],
    ['is the distance of heads read at one moment', head(20_000, 0), [head(100_000, 0)], 80_000],
    ['is the distance to the best of several', head(0, 0), [head(1_000, 0), head(5_000, 0)], 5_000],
    [
      'is 0 for a head that was read earlier from a chain that went on',
      head(0, 0),
      [head(10_000, 10_000)],
      0,
    ],
    ['is 0 for equal heads of a chain that stands still', head(0, 0), [head(0, 10_000)], 0],
    ['is 0 for equal heads that were read later', head(0, 10_000), [head(0, 0)], 0],
    ['is 0 for a head that was read later and is newer', head(10_000, 10_000), [head(0, 0)], 0],
    ['counts no time in which the other head was read earlier', head(0, 10_000), [head(80_000, 0)], 80_000],
    [
      'takes off the time that passed until the other head was read',
      head(0, 0),
      [head(80_000, 10_000)],
      70_000,
    ],
  ])('%s', (_, one, others, lagMs) => {
    expect(headLagMs(one, others)).toBe(lagMs);
  });

  it('is 0 for nodes that follow one chain, whenever their heads are read', () => {
    const moment = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(moment, fc.array(moment), moment, (at, others, stoppedAt) => {
        const read = (readAtMs: number) => head(Math.min(readAtMs, stoppedAt), readAtMs);
        expect(headLagMs(read(at), others.map(read))).toBe(0);
      }),
    );
  });

  it('is what a node is behind at least, whenever the heads are read', () => {
    const moment = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(moment, moment, fc.nat(100_000), (at, otherAt, behindMs) => {
        const lagMs = headLagMs(head(at - behindMs, at), [head(otherAt, otherAt)]);
        expect(lagMs).toBeLessThanOrEqual(behindMs);
        if (otherAt >= at) expect(lagMs).toBe(behindMs);
      }),
    );
  });
});
