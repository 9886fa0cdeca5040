import fc from 'fast-check';
import { BLOCK_MS } from './agreed-position';
import type { ChainInfo } from '../node/info';
import { consensusOf } from './consensus';
import type { Fitness } from './eligibility';
import type { NodeFacts } from './node-facts';
import { blockId, CHAIN, judge, kinds, LIMITS, node, NOW } from './testing/judged-nodes';

const REMEMBERED = {
  headBlock: 1_000,
  headTimeMs: NOW - 900,
  irreversibleBlock: 990,
  headWhenFinalized: 1_000,
  stoodMs: 0,
  ageMs: 500,
};
const agreed = (nodes: readonly NodeFacts[], remembered?: typeof REMEMBERED) =>
  consensusOf(nodes, { chainId: CHAIN, nowMs: NOW, limits: LIMITS, remembered });

/** A node of a live chain: polled at most a poll ago, with at most two blocks not received yet. */
const honest = fc
  .record({ polledMs: fc.nat(1_500), lag: fc.nat(2), finalityLag: fc.integer({ min: 2, max: 12 }) })
  .map(({ polledMs, lag, finalityLag }) => {
    const head = 1_000 - Math.floor(polledMs / BLOCK_MS) - lag;
    return node(
      {
        headBlockNum: head,
        headBlockTimeMs: NOW - polledMs - lag * BLOCK_MS,
        lastIrreversibleBlockNum: head - finalityLag,
        lastIrreversibleBlockId: blockId(head - finalityLag),
      },
      { infoAgeMs: polledMs, finalizingMs: polledMs },
    );
  });

/** Any claim, near the truth or far from it, consistent or not. */
const liar = fc
  .record({
    head: fc.oneof(fc.integer({ min: 900, max: 1_100 }), fc.integer({ min: 1, max: 2_000_000_000 })),
    timeMs: fc.oneof(fc.integer({ min: -60_000, max: 60_000 }), fc.integer({ min: -1e9, max: 1e9 })),
    finalized: fc.oneof(fc.integer({ min: 900, max: 1_100 }), fc.nat(2_000_000_000)),
    forged: fc.constantFrom('c1', 'c2', 'c3'),
    isConsistent: fc.boolean(),
    isAnswering: fc.boolean(),
    infoAgeMs: fc.nat(40_000),
  })
  .map(({ head, timeMs, finalized, forged, isConsistent, isAnswering, infoAgeMs }) => {
    const irreversible = isConsistent ? Math.min(finalized, head) : finalized;
    const ids = [irreversible, 990, 991, 992].map((number) => [number, blockId(number, forged)] as const);
    return node(
      {
        headBlockNum: head,
        headBlockTimeMs: NOW + timeMs,
        lastIrreversibleBlockNum: irreversible,
        lastIrreversibleBlockId: blockId(irreversible, forged),
      },
      { isAnswering, infoAgeMs, irreversibleIds: new Map(ids), finalizingMs: infoAgeMs },
    );
  });

/** Nodes in any order, fewer than half of them liars. */
const mixed = fc
  .record({
    liars: fc.array(liar, { maxLength: 3 }),
    others: fc.array(honest, { minLength: 4, maxLength: 6 }),
  })
  .chain(({ liars, others }) => {
    const truthful = others.slice(0, Math.max(2, liars.length + 1));
    const all = [
      ...liars.map((one) => ({ one, isHonest: false })),
      ...truthful.map((one) => ({ one, isHonest: true })),
    ];
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });

describe('the consensus of the nodes', () => {
  it.each([
    ['nothing is remembered', undefined],
    ['a position is remembered', REMEMBERED],
  ])(
    'less than half of the nodes make no other node unfit, whatever they report, when %s',
    (_, remembered) => {
      fc.assert(
        fc.property(mixed, (nodes) => {
          const verdicts = judge(
            nodes.map(({ one }) => one),
            remembered,
          );
          nodes.forEach(({ isHonest }, index) => {
            if (isHonest) expect(verdicts[index]).toEqual({ kind: 'fit', why: '' });
          });
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('less than half of the nodes move no agreed value beyond what the other nodes report', () => {
    fc.assert(
      fc.property(mixed, (nodes) => {
        const truthful = nodes.filter(({ isHonest }) => isHonest).map(({ one }) => one.info!);
        const { agreed: position, irreversibleIds } = agreed(nodes.map(({ one }) => one));
        const within = (value: number, values: readonly number[]): void => {
          expect(value).toBeGreaterThanOrEqual(Math.min(...values));
          expect(value).toBeLessThanOrEqual(Math.max(...values));
        };
        within(
          position!.headBlock,
          truthful.map(({ headBlockNum }) => headBlockNum),
        );
        within(
          position!.headTimeMs,
          truthful.map(({ headBlockTimeMs }) => headBlockTimeMs),
        );
        within(
          position!.irreversibleBlock,
          truthful.map(({ lastIrreversibleBlockNum }) => lastIrreversibleBlockNum),
        );
        for (const { lastIrreversibleBlockNum: number } of truthful)
          expect([undefined, blockId(number)]).toContain(irreversibleIds.get(number));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['head number + 50', { headBlockNum: 1_050 }],
    ['head number + 10^6', { headBlockNum: 1_001_000 }],
    ['head time + 25 s', { headBlockTimeMs: NOW + 24_600 }],
    ['irreversible block + 10^5', { lastIrreversibleBlockNum: 100_990 }],
  ])('the consensus leaves the liar out when one of three, or of two, reports %s', (_, lie) => {
    expect(kinds([node(lie), node(), node()])).toEqual(['unfit', 'fit', 'fit']);
    expect(kinds([node(lie), node()])).toEqual(['unfit', 'fit']);
    expect(kinds([node(), node(lie)])).toEqual(['fit', 'unfit']);
  });

  it('two liars of three are left out when time does not allow what they report', () => {
    const lie = node({ headBlockNum: 1_050 });
    expect(kinds([lie, lie, node()], REMEMBERED)).toEqual(['unfit', 'unfit', 'fit']);
    const early = node({ headBlockTimeMs: NOW + 25_000 });
    expect(kinds([early, early, node()], REMEMBERED)).toEqual(['unfit', 'unfit', 'fit']);
  });

  it('the only node of three that finalizes is fit beside a fork of fewer blocks, once its headers are linked', () => {
    // The fork began at block 1,000 nine seconds ago; time allows 18 blocks since.
    const before = { ...REMEMBERED, headBlock: 1_005, headTimeMs: NOW - 900, stoodMs: 8_500 };
    const verdictsOf = (
      blocks: Partial<ChainInfo>,
      linked: boolean,
      remembered: typeof REMEMBERED = before,
    ): Fitness['kind'][] => {
      const info = { headBlockNum: 1_018, lastIrreversibleBlockNum: 1_008, ...blocks };
      const block = { number: info.headBlockNum, id: blockId(info.headBlockNum, 'b1'), timeMs: NOW - 400 };
      const forked = node({ headBlockNum: 1_006 });
      return kinds([forked, forked, node(info, linked ? { linked: block } : {})], remembered);
    };
    expect(verdictsOf({}, true)).toEqual(['fit', 'fit', 'fit']);
    expect(verdictsOf({}, false)).toEqual(['fit', 'fit', 'unfit']);
    expect(verdictsOf({ headBlockNum: 1_028 }, true)).toEqual(['fit', 'fit', 'fit']);
    expect(verdictsOf({ headBlockNum: 1_029 }, true)).toEqual(['fit', 'fit', 'unfit']);
    // One that finalizes no more than the others may have no more blocks than time allows after theirs.
    expect(verdictsOf({ lastIrreversibleBlockNum: 990 }, true)).toEqual(['fit', 'fit', 'unfit']);
    // Blocks that the others have are not counted again.
    const full = { ...before, headWhenFinalized: 988, stoodMs: 8_500 };
    expect(verdictsOf({}, true, full)).toEqual(['fit', 'fit', 'unfit']);
  });

  it('a node that states a time or a head beyond what time allows lets no other node lack blocks', () => {
    const honest = node();
    for (const lie of [
      { headBlockTimeMs: NOW + 3_600_000 },
      { headBlockNum: 1_010 },
      { headBlockNum: 1_011 },
    ]) {
      const { possible } = consensusOf([honest, honest, node(lie)], {
        ...{ chainId: CHAIN, nowMs: NOW, limits: LIMITS },
      });
      expect(possible.headBlock - 1_000).toBeLessThanOrEqual(1);
      expect(possible.headTimeMs).toBeLessThanOrEqual(NOW);
    }
  });

  it('two liars of three count for nothing when an operator cordoned them', () => {
    const lie = node({ headBlockNum: 1_050 }, { isCordoned: true });
    expect(kinds([lie, lie, node()])).toEqual(['unfit', 'unfit', 'fit']);
    expect(kinds([lie, lie])).toEqual(['unfit', 'unfit']);
  });

  it('two liars of three are believed when nothing is remembered', () => {
    const lie = node({ headBlockNum: 1_050 });
    expect(kinds([lie, lie, node()])).toEqual(['fit', 'fit', 'unfit']);
  });

  it('the higher head of two nodes counts when time allows it after the lower one', () => {
    const behind = node({ headBlockNum: 970, headBlockTimeMs: NOW - 15_400 });
    expect(kinds([behind, node()])).toEqual(['unfit', 'fit']);
    const late = node({ headBlockNum: 989, headBlockTimeMs: NOW - 5_900 });
    expect(kinds([late, node()])).toEqual(['unfit', 'fit']);
    expect(kinds([late, node({ headBlockNum: 1_050 })])).toEqual(['fit', 'unfit']);
  });

  it('the lower one of two nodes is left out when it reports less than was agreed before', () => {
    const low = node({ headBlockNum: 950 });
    expect(kinds([low, node()], REMEMBERED)).toEqual(['unfit', 'fit']);
    // Which one is right cannot be known without an earlier position.
    expect(kinds([low, node()])).toEqual(['fit', 'unfit']);
  });

  it('the one of two nodes that finalizes counts when a poll showed late that the other one had finalized', () => {
    const stuck = node({ lastIrreversibleBlockNum: 960 }, { finalizingMs: 12_500 });
    const finalizes = node({ lastIrreversibleBlockNum: 987 });
    expect(kinds([stuck, finalizes])).toEqual(['unfit', 'fit']);
    expect(kinds([finalizes, stuck])).toEqual(['fit', 'unfit']);
  });

  it('the one of two nodes that finalizes counts when how long the other one stood before the start is not known', () => {
    const facts = { finalizingMs: 12_500, hasFinalized: false };
    const stuck = node({ lastIrreversibleBlockNum: 936 }, facts);
    const finalizes = node({ lastIrreversibleBlockNum: 984 });
    expect(kinds([stuck, finalizes])).toEqual(['unfit', 'fit']);
    expect(kinds([{ ...stuck, hasFinalized: true }, finalizes])).toEqual(['fit', 'unfit']);
  });

  it.each([
    ['finalizes in steps of 12 s', { finalizingMs: 12_000 }],
    ['may have finalized since its last poll', { finalizingMs: 13_000, infoAgeMs: 1_000 }],
  ])('a liar of two nodes takes the other one out by no irreversible block when it %s', (_, facts) => {
    const honest = node({ lastIrreversibleBlockNum: 700 }, facts);
    for (let number = 700; number <= 1_000; number += 1) {
      const lie = node({ lastIrreversibleBlockNum: number });
      expect([number, kinds([honest, lie])[0]]).toEqual([number, 'fit']);
      expect([number, kinds([lie, honest])[1]]).toEqual([number, 'fit']);
    }
  });

  it('a node that leaves takes its claim with it', () => {
    const lost = node({ headBlockNum: 1_008 }, { pollFailure: 'cannot be reached', infoAgeMs: 900 });
    expect(agreed([node(), lost]).agreed?.headBlock).toBe(1_000);
    expect(kinds([node({ headBlockNum: 950, headBlockTimeMs: NOW - 25_400 }), lost])[0]).toBe('fit');
  });

  it('a lost node is remembered for what another one may lack, as far as time allows', () => {
    const behind = node({ headBlockNum: 950, headBlockTimeMs: NOW - 25_400 });
    const lost = (headBlockNum: number) => node({ headBlockNum }, { pollFailure: 'x', infoAgeMs: 900 });
    expect(agreed([behind, lost(1_000)]).possible.headBlock).toBe(1_000);
    expect(agreed([behind, lost(1_100)]).possible.headBlock).toBe(950);
  });

  it('an agreed position stays while no node answers', () => {
    const lost = node({}, { pollFailure: 'x', infoAgeMs: 20_000 });
    expect(agreed([lost, lost], REMEMBERED)).toMatchObject({ agreed: REMEMBERED, headBlock: 1_000 });
    expect(kinds([lost, lost], REMEMBERED)).toEqual(['suspect', 'suspect']);
  });

  it.each([
    ['goes back', { headBlockNum: 400, lastIrreversibleBlockNum: 398 }],
    ['jumps ahead in time', { headBlockNum: 1_001, headBlockTimeMs: NOW + 3_600_000 }],
    ['jumps ahead in number', { headBlockNum: 5_000 }],
  ])('the only node of a network is fit when its chain %s', (_, changes) => {
    expect(kinds([node(changes)], REMEMBERED)).toEqual(['fit']);
  });

  it.each([
    ['back', { headBlockNum: 400, lastIrreversibleBlockNum: 398 }],
    ['ahead in time', { headBlockNum: 1_001, headBlockTimeMs: NOW + 3_600_000 }],
  ])('nodes that agree are fit when their chain goes %s', (_, changes) => {
    expect(kinds([node(changes), node(changes)], REMEMBERED)).toEqual(['fit', 'fit']);
    expect(kinds([node(changes), node(changes), node(changes)], REMEMBERED)).toEqual(['fit', 'fit', 'fit']);
  });

  it('a node that is current by the clock makes no old ones unfit, and is fit where its headers are linked', () => {
    const old = node({ headBlockNum: 840, headBlockTimeMs: NOW - 80_400 });
    const current = { lastIrreversibleBlockNum: 840 };
    const linked = { number: 998, id: blockId(998), timeMs: NOW - 1_400 };
    expect(kinds([old, old, node(current, { linked })])).toEqual(['old', 'old', 'fit']);
    expect(kinds([old, old, node(current)])).toEqual(['old', 'old', 'unfit']);
    const left = { ...linked, number: 989 };
    expect(kinds([old, old, node(current, { linked: left })])).toEqual(['old', 'old', 'unfit']);
    const jump = node({ ...current, headBlockNum: 1_200 }, { linked: { ...linked, number: 1_200 } });
    expect(kinds([old, old, jump])).toEqual(['old', 'old', 'unfit']);
  });

  it('nodes that are current by the clock, and more than half, make an old one unfit', () => {
    const old = node({ headBlockNum: 840, headBlockTimeMs: NOW - 80_400 });
    expect(kinds([old, node(), node()])).toEqual(['unfit', 'fit', 'fit']);
  });

  it('a node of another chain, or one that contradicts itself, does not count', () => {
    const foreign = node({ chainId: 'bb'.repeat(32), headBlockNum: 9_999_999 });
    const wrong = node({ headBlockNum: 9_999_999, headBlockId: blockId(7) });
    expect(kinds([node(), foreign, wrong])).toEqual(['fit', 'unfit', 'unfit']);
  });
});
