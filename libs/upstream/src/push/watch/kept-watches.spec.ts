import { KeptWatches } from './kept-watches';
import type { WatchedPush } from './watched-push';

const BOUNDS = { maxWatched: 4, maxBytes: 100 };

function watch(id: string, nodes: readonly string[], bytes = 10): WatchedPush {
  const life = { refBlockNum: 1, expiresAtMs: 1 };
  return {
    transaction: { id, life, msToExpiry: 1, path: '/', body: 'x'.repeat(bytes) },
    acknowledged: new Set(nodes),
    acknowledgedAgain: new Set(),
    ...{ headBlock: 1, isNew: true, startedMs: 0, nextLookMs: 0, looks: 0, blocks: new Map() },
    ...{ block: undefined, lastBlock: undefined },
    ...{ isIncluded: false, hasVanished: false, hasFinalLook: false, isShared: false },
  };
}
const idsOf = (kept: KeptWatches) => [...kept.all()].map(({ transaction: { id } }) => id);

describe('KeptWatches', () => {
  it('KeptWatches drops pushes that no node has before one that a node has, however many come', () => {
    const kept = new KeptWatches(BOUNDS);
    expect(kept.add(watch('real', ['node']))).toBe(0);
    for (let at = 0; at < 20; at += 1) kept.add(watch(String(at), [], 60));
    expect(idsOf(kept)).toEqual(['real', '19']);
    expect(kept.add(watch('large', ['node'], 80))).toBe(1);
    expect(idsOf(kept)).toEqual(['real', 'large']);
    expect(kept.add(watch('another', [], 60))).toBe(1);
    expect(idsOf(kept)).toEqual(['real', 'large']);
  });

  it('KeptWatches drops the oldest where nodes have all of them', () => {
    const kept = new KeptWatches(BOUNDS);
    for (const id of ['a', 'b', 'c', 'd', 'e']) kept.add(watch(id, ['node']));
    expect(idsOf(kept)).toEqual(['b', 'c', 'd', 'e']);
    kept.delete('c');
    expect(kept.add(watch('f', ['node']))).toBe(0);
  });

  it('KeptWatches has room for watches of other replicas whatever pushes no node has', () => {
    const kept = new KeptWatches(BOUNDS);
    for (let at = 0; at < 4; at += 1) kept.add(watch(String(at), [], 20));
    expect(kept.room).toBe(4);
    kept.add(watch('a', ['node'], 20));
    expect(kept.room).toBe(3);
    kept.add(watch('b', ['node'], 40));
    expect(kept.room).toBe(0);
  });
});
