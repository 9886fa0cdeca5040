import type { ChainInfo } from '../node/info';
import { consensusOf, fitnessOf, type NodeFacts } from './eligibility';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const CHAIN = 'aa'.repeat(32);
const LIMITS = {
  maxHeadAgeMs: 30_000,
  maxBlocksBehind: 10,
  maxBehindMs: 6_000,
  maxIrreversibleBehind: 24,
  maxIndexBlocksBehind: 20,
};

const node = (changes: Partial<ChainInfo> = {}, rest: Partial<NodeFacts> = {}): NodeFacts => ({
  info: {
    chainId: CHAIN,
    headBlockNum: 1_000,
    headBlockId: 'b1'.repeat(32),
    headBlockTimeMs: NOW - 400,
    headBlockProducer: 'eosio',
    lastIrreversibleBlockNum: 990,
    lastIrreversibleBlockId: 'c1'.repeat(32),
    serverVersion: 'v5',
    ...changes,
  },
  infoAgeMs: 0,
  pollFailure: undefined,
  pauseReason: undefined,
  isForked: false,
  ...rest,
});

const fitness = (nodes: readonly NodeFacts[], sharedHead = 0) => {
  const consensus = consensusOf(nodes, CHAIN, NOW, LIMITS, sharedHead);
  return nodes.map((one) => fitnessOf(one, consensus, NOW, LIMITS));
};
const kinds = (nodes: readonly NodeFacts[], sharedHead = 0) =>
  fitness(nodes, sharedHead).map(({ kind }) => kind);

describe('a node among the nodes of a network', () => {
  it.each<[string, NodeFacts, string]>([
    ['has the best head', node(), 'fit'],
    ['is ten blocks behind', node({ headBlockNum: 990 }), 'fit'],
    ['is eleven blocks behind', node({ headBlockNum: 989 }), 'unfit'],
    ['is on another chain', node({ chainId: 'bb'.repeat(32) }), 'unfit'],
    ['has finalized as much', node({ lastIrreversibleBlockNum: 966 }), 'fit'],
    ['has not finalized for longer', node({ lastIrreversibleBlockNum: 965 }), 'unfit'],
    ['has another irreversible block', node({ lastIrreversibleBlockId: 'c2'.repeat(32) }), 'unfit'],
    ['has another block where others have an irreversible one', node({}, { isForked: true }), 'unfit'],
    ['has a head six seconds behind', node({ headBlockTimeMs: NOW - 6_400 }), 'fit'],
    ['has a head further behind', node({ headBlockTimeMs: NOW - 6_401 }), 'unfit'],
    ['has a head in the future', node({ headBlockTimeMs: NOW + 3_600_000 }), 'fit'],
    ['does not answer its poll', node({}, { pollFailure: 'no answer within 2000 ms' }), 'suspect'],
    ['should rest', node({}, { pauseReason: 'is busy' }), 'suspect'],
    ['never answered', { ...node(), info: undefined, pollFailure: 'cannot be reached' }, 'suspect'],
    ['was not asked yet', { ...node(), info: undefined }, 'unknown'],
  ])('a node that %s is judged so', (_, one, kind) => {
    expect(kinds([node(), node(), one])[2]).toBe(kind);
  });

  it('a node among the nodes of a network is unfit rather than suspect when it is on another chain and fails', () => {
    expect(kinds([node(), node({ chainId: 'bb'.repeat(32) }, { pollFailure: 'x' })])[1]).toBe('unfit');
  });
});

describe('the best head', () => {
  it('the best head is not that of another chain', () => {
    expect(kinds([node(), node({ chainId: 'bb'.repeat(32), headBlockNum: 9_999_999 })])).toEqual([
      'fit',
      'unfit',
    ]);
  });

  it('the best head is not that of a node far ahead of the clock while another one is current', () => {
    const liar = node({ headBlockNum: 9_999_999, headBlockTimeMs: NOW + 86_400_000 });
    expect(kinds([node(), liar])[0]).toBe('fit');
  });

  it('the best head is that of other replicas when theirs is higher: all nodes of this one may be behind', () => {
    expect(kinds([node(), node()], 1_010)).toEqual(['fit', 'fit']);
    expect(fitness([node(), node()], 1_011)).toEqual([
      { kind: 'unfit', why: 'its head is 11 blocks behind' },
      { kind: 'unfit', why: 'its head is 11 blocks behind' },
    ]);
  });

  it('the best head is not that of a node that was lost half a minute ago', () => {
    const lost = node({ headBlockNum: 2_000 }, { infoAgeMs: 30_001, pollFailure: 'cannot be reached' });
    expect(kinds([node(), lost])).toEqual(['fit', 'suspect']);
    expect(kinds([node(), { ...lost, infoAgeMs: 30_000 }])).toEqual(['unfit', 'suspect']);
  });

  it.each([
    [30_000, 'fit'],
    [30_001, 'old'],
  ])('the best head of a chain that stood still for %d ms makes its nodes %s', (ageMs, kind) => {
    expect(kinds([node({ headBlockTimeMs: NOW - ageMs })])).toEqual([kind]);
  });

  it('the best head of a chain that stands still leaves no node fit, and says since when', () => {
    const old = node({ headBlockTimeMs: NOW - 80_000 });
    const verdict = { kind: 'old', why: "the chain's head is 80 s behind this machine's clock" };
    expect(fitness([old, old])).toEqual([verdict, verdict]);
  });
});

describe('two ids of one irreversible block', () => {
  const other = node({ lastIrreversibleBlockId: 'c2'.repeat(32) });

  it('two ids of one irreversible block are decided by the majority', () => {
    expect(kinds([other, node(), node()])).toEqual(['unfit', 'fit', 'fit']);
  });

  it('two ids of one irreversible block are decided for the node configured first when as many nodes have each', () => {
    expect(kinds([node(), other])).toEqual(['fit', 'unfit']);
    expect(kinds([other, node()])).toEqual(['fit', 'unfit']);
  });
});
