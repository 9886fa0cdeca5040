import { NodeHeads } from './node-heads';

describe('the heads of nodes', () => {
  let heads: NodeHeads;
  beforeEach(() => {
    heads = new NodeHeads();
    heads.record('a', 'one', { startedMs: 10, endedMs: 20 });
  });

  it('a head holds from the answer that named it first to the last request that it answered', () => {
    expect(heads.momentOf('a', 'one')).toEqual({ node: 'a', sinceMs: 20 });
    expect(heads.hadUntil('a', 'one', 30)).toBe(false);
    heads.record('a', 'one', { startedMs: 30, endedMs: 40 });
    expect(heads.momentOf('a', 'one')).toEqual({ node: 'a', sinceMs: 20 });
    expect(heads.hadUntil('a', 'one', 30)).toBe(true);
    expect(heads.hadUntil('a', 'one', 31)).toBe(false);
  });

  it('a later head ends the one before, and holds from its own answer on', () => {
    heads.record('a', 'two', { startedMs: 30, endedMs: 40 });
    expect(heads.momentOf('a', 'one')).toBeUndefined();
    expect(heads.hadUntil('a', 'one', 0)).toBe(false);
    expect(heads.momentOf('a', 'two')).toEqual({ node: 'a', sinceMs: 40 });
  });

  it('the answer to an earlier request that arrives late ends no later head', () => {
    heads.record('a', 'two', { startedMs: 30, endedMs: 40 });
    heads.record('a', 'one', { startedMs: 25, endedMs: 50 });
    expect(heads.momentOf('a', 'two')).toEqual({ node: 'a', sinceMs: 40 });
  });

  it('a node that was not asked for long is forgotten, and of many addresses the last ones are known', () => {
    for (let index = 0; index < 1_000; index += 1)
      heads.record(`${index}`, 'one', { startedMs: 30, endedMs: 40 });
    expect(heads.momentOf('a', 'one')).toBeUndefined();
    expect(heads.hadUntil('a', 'one', 10)).toBe(false);
    expect(heads.momentOf('999', 'one')).toEqual({ node: '999', sinceMs: 40 });
  });

  it('the head of one node says nothing of another one', () => {
    expect(heads.momentOf('b', 'one')).toBeUndefined();
    expect(heads.hadUntil('b', 'one', 0)).toBe(false);
  });
});
