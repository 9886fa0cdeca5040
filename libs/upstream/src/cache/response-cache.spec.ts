import { ManualClock } from '@app/operations/core';
import { LRUCache } from 'lru-cache';
import { type Lifetime, type Loaded, ResponseCache } from './response-cache';

const MIB = 2 ** 20;

/** A cache, and a node that answers the number of its requests. */
function setUp(maxBytes = MIB) {
  const clock = new ManualClock();
  const state = { head: 100, requests: 0 };
  const cache = new ResponseCache(clock, maxBytes, () => state.head);
  const answer = (lifetime: Lifetime, size = 0): Promise<Loaded> => {
    state.requests += 1;
    const bytes = Buffer.concat([Buffer.from(`${state.requests}`), Buffer.alloc(size)]);
    const reply = { status: 200, contentType: 'application/json', bytes, node: 'one', headBlock: state.head };
    return Promise.resolve({ reply, lifetime });
  };
  const read = async (lifetime: Lifetime, key = 'key') => {
    const { reply, source, ageMs } = await cache.read(key, () => answer(lifetime));
    return { body: reply.bytes.toString(), source, ageMs };
  };
  return { clock, state, cache, answer, read };
}

/** A load that ends on command. */
function gated() {
  let resolve!: (loaded: Loaded) => void;
  const promise = new Promise<Loaded>((done) => (resolve = done));
  return { load: () => promise, resolve };
}

describe('ResponseCache', () => {
  it('ResponseCache counts the values derived from an answer, and drops them with the answer', async () => {
    const { cache, answer } = setUp(8 * MIB);
    const load = () => answer({ kind: 'immutable' }, MIB / 2);
    const first = await cache.read('first', load);
    const before = cache.bytes;
    cache.addDerived(first, 1_000);
    expect(cache.bytes).toBe(before + 1_000);
    cache.addDerived({ ...first, reply: { ...first.reply } }, 1_000);
    expect(cache.bytes).toBe(before + 1_000);
    cache.addDerived(first, MIB);
    expect(cache.bytes).toBe(0);
    expect((await cache.read('first', load)).source).toBe('miss');
  });

  it('ResponseCache serves an answer that changes with the head until the next head', async () => {
    const { state, read } = setUp();
    expect(await read({ kind: 'head' })).toMatchObject({ body: '1', source: 'miss' });
    expect(await read({ kind: 'head' })).toMatchObject({ body: '1', source: 'hit' });
    state.head += 1;
    expect(await read({ kind: 'head' })).toMatchObject({ body: '2', source: 'miss' });
  });

  it('ResponseCache serves an answer of a head for less than a second when no new head comes', async () => {
    const { clock, read } = setUp();
    await read({ kind: 'head' });
    clock.advance(999);
    expect(await read({ kind: 'head' })).toEqual({ body: '1', source: 'hit', ageMs: 999 });
    clock.advance(1);
    expect(await read({ kind: 'head' })).toMatchObject({ body: '2', source: 'miss' });
  });

  it('ResponseCache serves an answer with a lifetime across heads, an immutable one permanently', async () => {
    const { clock, state, read } = setUp();
    await read({ kind: 'milliseconds', ms: 5_000 }, 'slow');
    await read({ kind: 'immutable' }, 'block');
    state.head += 9;
    clock.advance(4_999);
    expect(await read({ kind: 'head' }, 'slow')).toMatchObject({ body: '1', source: 'hit' });
    clock.advance(1);
    expect(await read({ kind: 'head' }, 'slow')).toMatchObject({ body: '3', source: 'miss' });
    clock.advance(1e9);
    expect(await read({ kind: 'head' }, 'block')).toMatchObject({ body: '2', source: 'hit' });
  });

  it('ResponseCache shares a request that runs, also one whose answer is not kept', async () => {
    const { cache, state, answer } = setUp();
    const both = await Promise.all([
      cache.read('key', () => answer({ kind: 'none' })),
      cache.read('key', () => answer({ kind: 'none' })),
    ]);
    expect(both.map(({ source }) => source)).toEqual(['miss', 'coalesced']);
    expect(state.requests).toBe(1);
    expect((await cache.read('key', () => answer({ kind: 'none' }))).source).toBe('miss');
  });

  it('ResponseCache does not join a request that was sent at an older head', async () => {
    const { cache, state, answer } = setUp();
    const first = gated();
    const early = cache.read('key', first.load);
    state.head += 1;
    const late = await cache.read('key', () => answer({ kind: 'head' }));
    expect(late.source).toBe('miss');
    first.resolve(await answer({ kind: 'head' }));
    await early;
    expect((await cache.read('key', () => answer({ kind: 'head' }))).reply.bytes).toEqual(late.reply.bytes);
  });

  it('ResponseCache drops answers that a push may change, also of a request that still runs', async () => {
    const { cache, answer, read } = setUp();
    const first = gated();
    await read({ kind: 'milliseconds', ms: 1e6 }, 'slow');
    await read({ kind: 'immutable' }, 'block');
    const early = cache.read('key', first.load);
    cache.drop();
    first.resolve(await answer({ kind: 'head' }));
    await early;
    const sources = await Promise.all(['key', 'slow', 'block'].map((key) => read({ kind: 'head' }, key)));
    expect(sources.map(({ source }) => source)).toEqual(['miss', 'miss', 'hit']);
  });

  it('ResponseCache looks at no answer when a push drops them, and gives their bytes to later ones', async () => {
    const { cache, answer, read } = setUp(MIB);
    await cache.read('block', () => answer({ kind: 'immutable' }, 10_000));
    for (let index = 0; index < 50; index += 1)
      await cache.read(`key ${index}`, () => answer({ kind: 'milliseconds', ms: 1e6 }, 10_000));
    const before = cache.bytes;
    const walks = [jest.spyOn(LRUCache.prototype, 'entries'), jest.spyOn(LRUCache.prototype, 'delete')];
    cache.drop();
    expect(walks.map((walk) => walk.mock.calls.length)).toEqual([0, 0]);
    for (const walk of walks) walk.mockRestore();
    expect(cache.bytes).toBe(before);
    expect(await read({ kind: 'head' }, 'block')).toMatchObject({ source: 'hit' });
    for (let index = 0; index < 50; index += 1) {
      const { source } = await cache.read(`key ${index}`, () => answer({ kind: 'head' }, 10_000));
      expect(source).toBe('miss');
    }
    // Each took the place of its own; those of other keys push them out.
    expect(cache.bytes).toBeLessThan(before + 1_000);
    for (let index = 0; index < 200; index += 1)
      await cache.read(`other ${index}`, () => answer({ kind: 'head' }, 10_000));
    expect(cache.bytes).toBeLessThanOrEqual(MIB);
  });

  it('ResponseCache keeps an answer after a push, also one of an older head than what was dropped', async () => {
    const { cache, state, answer, read } = setUp();
    state.head = 105;
    await read({ kind: 'head' });
    cache.drop();
    // As after a chain that was restored.
    state.head = 100;
    const after = await cache.read('key', () => answer({ kind: 'head' }));
    expect(after.source).toBe('miss');
    expect(await read({ kind: 'head' })).toMatchObject({ source: 'hit' });
  });

  it('ResponseCache keeps no failure: each request that waits gets it, the next one asks again', async () => {
    const { cache, read } = setUp();
    const fail = () => Promise.reject(new Error('down'));
    const results = await Promise.allSettled([cache.read('key', fail), cache.read('key', fail)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read({ kind: 'head' })).toMatchObject({ source: 'miss' });
  });

  it('ResponseCache has no request wait, or fail, for the block of another one, and keeps its answer', async () => {
    const { cache, state, answer } = setUp();
    const waiting = gated();
    const ahead = cache.read('key', waiting.load, () => true, 900);
    const refused = cache.read(
      'key',
      () => Promise.reject(new Error('no such block')),
      () => true,
      901,
    );
    const plain = await cache.read('key', () => answer({ kind: 'head' }));
    expect(plain.source).toBe('miss');
    await expect(refused).rejects.toThrow('no such block');
    expect((await cache.read('key', () => answer({ kind: 'head' }))).source).toBe('hit');
    waiting.resolve(await answer({ kind: 'head' }));
    await ahead;
    expect(state.requests).toBe(2);
  });

  it('ResponseCache keeps no answer of an older head in place of a newer one', async () => {
    const { cache, state, answer } = setUp();
    const early = gated();
    const before = await answer({ kind: 'head' });
    const first = cache.read('key', early.load);
    state.head += 1;
    const newer = await cache.read(
      'key',
      () => answer({ kind: 'head' }),
      () => true,
      101,
    );
    early.resolve(before);
    await first;
    expect((await cache.read('key', () => answer({ kind: 'head' }))).reply).toBe(newer.reply);
  });

  it('ResponseCache keeps permanently what two nodes gave, whatever one of them answers later', async () => {
    const { state, cache, read } = setUp();
    const slow = gated();
    const running = cache.read('key', slow.load);
    state.head += 1;
    expect(await read({ kind: 'head' })).toMatchObject({ body: '1', source: 'miss' });
    const reply = { status: 200, contentType: 'application/json', node: 'two', headBlock: 100 };
    const bytes = Buffer.from('permanently');
    slow.resolve({ reply: { ...reply, bytes, isConfirmed: true }, lifetime: { kind: 'immutable' } });
    await running;
    state.head += 1;
    expect(await read({ kind: 'head' })).toMatchObject({ body: 'permanently', source: 'hit' });
    // For a caller that waits for a block: a flight of its own.
    const one = { ...reply, bytes: Buffer.from('of one'), headBlock: 102 };
    await cache.read(
      'key',
      () => Promise.resolve({ reply: one, lifetime: { kind: 'head' } }),
      () => false,
      102,
    );
    expect(await read({ kind: 'head' })).toMatchObject({ body: 'permanently', source: 'hit' });
  });

  it('ResponseCache stays within its bytes, and keeps no answer that is an eighth of them', async () => {
    const { cache, answer } = setUp(MIB);
    for (let index = 0; index < 500; index += 1)
      await cache.read(`key ${index}`, () => answer({ kind: 'immutable' }, 10_000));
    expect(cache.bytes).toBeLessThanOrEqual(MIB);
    expect(cache.bytes).toBeGreaterThan(MIB / 2);
    await cache.read('large', () => answer({ kind: 'immutable' }, MIB / 8));
    expect((await cache.read('large', () => answer({ kind: 'immutable' }))).source).toBe('miss');
  });

  it('a cache that is empty takes no memory for the answers that it may keep', () => {
    const before = process.memoryUsage().arrayBuffers;
    const { cache } = setUp(64 * MIB);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB / 8);
    expect(cache.bytes).toBe(0);
  });
});
