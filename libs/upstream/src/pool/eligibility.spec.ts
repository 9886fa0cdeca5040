import type { NodeFacts } from './node-facts';
import { blockId, judge, kinds, LIMITS, node, NOW } from './testing/judged-nodes';

describe('a node among the nodes of a network', () => {
  it.each<[string, NodeFacts, string]>([
    ['has the best head', node(), 'fit'],
    ['is ten blocks behind', node({ headBlockNum: 990 }), 'fit'],
    ['is eleven blocks behind', node({ headBlockNum: 989 }), 'unfit'],
    ['is ten blocks ahead', node({ headBlockNum: 1_010 }), 'fit'],
    ['is eleven blocks ahead', node({ headBlockNum: 1_011 }), 'unfit'],
    ['is on another chain', node({ chainId: 'bb'.repeat(32) }), 'unfit'],
    ['has finalized as much', node({ lastIrreversibleBlockNum: 966 }), 'fit'],
    ['has not finalized for longer', node({ lastIrreversibleBlockNum: 965 }), 'unfit'],
    ['has another irreversible block', node({ lastIrreversibleBlockId: blockId(990, 'c2') }), 'unfit'],
    ['has the irreversible block again that it had differently', node({}, { forkedAt: 990 }), 'fit'],
    ['has only reported blocks before the one it has differently', node({}, { forkedAt: 991 }), 'unfit'],
    ['has a head six seconds behind', node({ headBlockTimeMs: NOW - 6_400 }), 'fit'],
    ['has a head further behind', node({ headBlockTimeMs: NOW - 6_401 }), 'unfit'],
    ['has a head further ahead', node({ headBlockTimeMs: NOW + 5_601 }), 'unfit'],
    ['does not answer its poll', node({}, { pollFailure: 'no answer within 2000 ms' }), 'suspect'],
    ['should rest', node({}, { pauseReason: 'is busy' }), 'suspect'],
    ['never answered', { ...node(), info: undefined, pollFailure: 'cannot be reached' }, 'suspect'],
    ['was not asked yet', { ...node(), info: undefined }, 'unknown'],
  ])('a node that %s is judged so', (_, one, kind) => {
    expect(kinds([node(), node(), one])[2]).toBe(kind);
  });

  it.each([
    ['is ahead', { headBlockNum: 1_050 }, 'its head is 50 blocks ahead of the other nodes'],
    [
      'has a head of the future',
      { headBlockTimeMs: NOW + 25_000 },
      'its head is 25 s ahead of the other nodes',
    ],
    [
      'has finalized more than the others',
      { headBlockNum: 1_009, lastIrreversibleBlockNum: 1_009, lastIrreversibleBlockId: blockId(1_009) },
      undefined,
    ],
    [
      'reads old blocks, of which it has irreversible ones alone',
      {
        ...{ headBlockNum: 640, headBlockTimeMs: NOW - 180_400 },
        ...{ lastIrreversibleBlockNum: 640, lastIrreversibleBlockId: blockId(640) },
      },
      'its head is 3 min behind that of another node',
    ],
    [
      'has an irreversible block above its head',
      { lastIrreversibleBlockNum: 1_001 },
      'contradicts itself: block 1001 is irreversible, its head is block 1000',
    ],
    [
      'has the id of another head',
      { headBlockId: blockId(1_050) },
      'contradicts itself: its head is block 1000, by its id block 1050',
    ],
    [
      'has the id of another irreversible block',
      { lastIrreversibleBlockId: blockId(5) },
      'contradicts itself: its last irreversible block is block 990, by its id block 5',
    ],
  ])('a node that %s is unfit with a true reason', (_, changes, why) => {
    const [, , verdict] = judge([node(), node(), node(changes)]);
    expect(verdict).toEqual(why === undefined ? { kind: 'fit', why: '' } : { kind: 'unfit', why });
  });

  it('a node at the irreversible block of the network without others is said to serve irreversible blocks alone', () => {
    const slow = node({ lastIrreversibleBlockNum: 640 });
    const final = node({
      headBlockNum: 635,
      headBlockId: blockId(635),
      headBlockTimeMs: NOW - 182_900,
      lastIrreversibleBlockNum: 635,
    });
    const [, , verdict] = judge([slow, slow, final]);
    const why = 'its head is 3 min behind that of another node: it serves irreversible blocks alone';
    expect(verdict).toEqual({ kind: 'unfit', why });
  });

  it('a node that contradicts itself is unfit also where it is the only one', () => {
    expect(kinds([node({ headBlockId: blockId(7) })])).toEqual(['unfit']);
  });

  it('a node that stopped answering is not behind for what the others did since', () => {
    const silent = node(
      { headBlockNum: 950 },
      { pollFailure: 'no answer within 2000 ms', infoAgeMs: 25_000 },
    );
    expect(kinds([node(), node(), silent])[2]).toBe('suspect');
    expect(kinds([node(), node(), { ...silent, infoAgeMs: 15_000 }])[2]).toBe('unfit');
  });

  it.each([
    ['before', [9_000, 0, 0]],
    ['behind', [0, 9_000, 9_000]],
  ])('a node that was polled 9 s %s the others, as nodes are polled every 10 s, is fit', (_, agesMs) => {
    const longPolls = { ...LIMITS, maxBehindMs: LIMITS.maxBehindMs + 9_000, maxInfoAgeMs: 15_000 };
    const polled = agesMs.map((infoAgeMs) => {
      const head = { headBlockNum: 1_000 - infoAgeMs / 500, headBlockTimeMs: NOW - 400 - infoAgeMs };
      return node(head, { infoAgeMs });
    });
    expect(judge(polled, undefined, longPolls).map(({ kind }) => kind)).toEqual(['fit', 'fit', 'fit']);
  });

  it('a node among the nodes of a network is unfit rather than suspect when it is on another chain and fails', () => {
    expect(kinds([node(), node({ chainId: 'bb'.repeat(32) }, { pollFailure: 'x' })])[1]).toBe('unfit');
  });

  it.each([
    [30_000, 'fit'],
    [30_001, 'old'],
  ])('a chain that stood still for %d ms makes its nodes %s', (ageMs, kind) => {
    expect(kinds([node({ headBlockTimeMs: NOW - ageMs })])).toEqual([kind]);
  });

  it('a chain that stands still leaves no node fit, and the reason says since when', () => {
    const old = node({ headBlockTimeMs: NOW - 80_000 });
    const verdict = { kind: 'old', why: "the chain's head is 80 s behind this machine's clock" };
    expect(judge([old, old])).toEqual([verdict, verdict]);
  });
});

describe('two ids of one irreversible block', () => {
  const other = node({ lastIrreversibleBlockId: blockId(990, 'c2') });

  it('two ids of one irreversible block are decided by the majority', () => {
    expect(kinds([other, node(), node()])).toEqual(['unfit', 'fit', 'fit']);
  });

  it('two ids of one irreversible block make neither of two nodes unfit', () => {
    expect(kinds([node(), other])).toEqual(['fit', 'fit']);
    expect(kinds([other, node()])).toEqual(['fit', 'fit']);
  });

  it('two ids of one irreversible block are decided by earlier reports of a node that has a newer one', () => {
    const newer = node(
      { lastIrreversibleBlockNum: 992 },
      { irreversibleIds: new Map([[990, blockId(990)]]) },
    );
    expect(kinds([other, node(), newer])).toEqual(['unfit', 'fit', 'fit']);
  });

  it('two ids of one irreversible block make no node unfit while less than half of the nodes report each', () => {
    const older = node({ lastIrreversibleBlockNum: 988 });
    expect(kinds([other, node(), older])).toEqual(['fit', 'fit', 'fit']);
  });
});
