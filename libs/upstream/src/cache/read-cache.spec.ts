import { AnswerLife, ManualClock } from '@app/operations/core';
import fc from 'fast-check';
import { ReadCache } from './read-cache';

describe('the read cache', () => {
  const clock = new ManualClock();
  let cache: ReadCache;
  let loads: number;
  beforeEach(() => {
    cache = new ReadCache(clock, 250);
    loads = 0;
  });

  const load =
    (bytes = 10) =>
    () => {
      loads += 1;
      return Promise.resolve({ value: loads, bytes });
    };

  it('the read cache shares one request between equal reads in flight alone', async () => {
    expect(
      await Promise.all([cache.read('a', load()), cache.read('a', load()), cache.read('b', load())]),
    ).toEqual([1, 1, 2]);
  });

  it('the read cache keeps an answer for a fraction of a block', async () => {
    await cache.read('a', load());
    clock.advance(249);
    expect(await cache.read('a', load())).toBe(1);
    clock.advance(1);
    expect(await cache.read('a', load())).toBe(2);
  });

  it('an answer serves no longer than the newest head is the same', async () => {
    let head = 0;
    const following = new ReadCache(clock, 250, () => head);
    expect(await following.read('a', load())).toBe(1);
    head = 7; // the first one that is known
    expect(await following.read('a', load())).toBe(1);
    head = 8;
    expect(await following.read('a', load())).toBe(2);
    head = 6;
    expect(await following.read('a', load())).toBe(2);
  });

  describe('of a call whose answer is kept', () => {
    const lifeOf = async (...reads: (() => Promise<unknown>)[]) => {
      const life = new AnswerLife();
      await life.run(async () => {
        for (const read of reads) await read();
      });
      return life.whole;
    };
    const read = (key: string, bytes?: number) => () => cache.read(key, load(bytes));

    it('the answer holds as long as the read that ends first, one that is not kept included', async () => {
      await cache.read('a', load());
      clock.advance(100);
      const untilMs = clock.monotonicMs() + 150;
      expect(await lifeOf(read('a'), read('b'))).toMatchObject({
        source: cache,
        epoch: cache.epoch,
        untilMs,
      });
      expect(await lifeOf(read('large', 1_000_000))).toMatchObject({ untilMs: untilMs + 100 });
    });

    it('the answer of reads before and after a write holds for its call alone', async () => {
      const write = () => Promise.resolve(cache.drop());
      expect(await lifeOf(read('a'), write, read('b'))).toBeUndefined();
      const before = await lifeOf(read('a'), write);
      expect(before?.epoch).not.toBe(cache.epoch);
    });

    it('the answer of reads of two chains, or of none, holds for its call alone', async () => {
      const other = new ReadCache(clock, 250);
      expect(await lifeOf(read('a'), () => other.read('a', load()))).toBeUndefined();
      expect(await lifeOf()).toBeUndefined();
    });
  });

  it('the read cache does not keep a failure', async () => {
    await expect(cache.read('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.read('a', load())).toBe(1);
  });

  it('a read after a write gets no answer from before it, not even one that was in flight', async () => {
    let answer: (read: { value: string; bytes: number }) => void = () => undefined;
    const early = cache.read(
      'a',
      () => new Promise<{ value: string; bytes: number }>((resolve) => (answer = resolve)),
    );
    cache.drop();
    const late = cache.read('a', load());
    answer({ value: 'before the write', bytes: 1 });
    expect(await early).toBe('before the write');
    expect(await late).toBe(1);
    expect(await cache.read('a', load())).toBe(1);
  });

  it('the read cache does not keep large answers', async () => {
    await cache.read('a', load(1_000_000));
    expect(await cache.read('a', load())).toBe(2);
  });

  describe('of rows', () => {
    const page = (...ids: number[]) => ({ rows: ids.map((id) => ({ id })), more: false });
    const loadPage = (ids: readonly number[], bytes = 10) =>
      cache.read('a', () => Promise.resolve({ value: page(...ids), bytes }));

    it('the read cache gives the same objects again when a later answer of rows says the same', async () => {
      const first = await loadPage([1, 2]);
      clock.advance(250);
      expect(await loadPage([1, 2])).toBe(first);
    });

    it('the read cache gives the rows that did not change again, after a write too', async () => {
      const first = await loadPage([1, 2]);
      cache.drop();
      const later = await loadPage([2, 3]);
      expect(later).toEqual(page(2, 3));
      expect(later.rows[0]).toBe(first.rows[1]);
      expect(await loadPage([4])).toBe(later);
    });

    it('the read cache holds a bounded number of bytes of rows', async () => {
      const first = await loadPage([1]);
      for (let key = 0; key < 200; key += 1) await cache.read(String(key), load(100_000));
      clock.advance(250);
      const later = await loadPage([1]);
      expect(later).toEqual(first);
      expect(later).not.toBe(first);
    });
  });

  it('the read cache serves a call only with what nodes that had its block answered, in flight or kept', async () => {
    const model = fc.record({
      required: fc.integer({ min: 0, max: 5 }),
      head: fc.integer({ min: 0, max: 5 }),
      isAtOnce: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(model, { minLength: 1, maxLength: 12 }), async (calls) => {
        let requiredBlock = 0;
        const consistency = {
          get requiredBlock() {
            return requiredBlock;
          },
          tokenOf: () => undefined,
        };
        const following = new ReadCache(clock, 250, () => 1, consistency);
        const running: Promise<void>[] = [];
        for (const { required, head, isAtOnce } of calls) {
          requiredBlock = required;
          // A node is asked only when it has the block.
          const headBlock = Math.max(head, required);
          const read = following.read('key', () =>
            Promise.resolve({ value: headBlock, bytes: 1, headBlock }),
          );
          running.push(
            read.then((value) => {
              expect(value).toBeGreaterThanOrEqual(required);
            }),
          );
          if (!isAtOnce) await Promise.all(running);
        }
        await Promise.all(running);
      }),
    );
  });

  it('the read cache has no call wait, or fail, for the block of another one, and keeps its answer', async () => {
    const consistency = { requiredBlock: 900, tokenOf: () => undefined };
    const following = new ReadCache(clock, 250, () => 1, consistency);
    const ahead = following.read('key', () => Promise.reject(new Error('no such block')));
    consistency.requiredBlock = 901;
    let isOver = false;
    let end: () => void = () => undefined;
    const waiting = following.read(
      'key',
      () => new Promise<never>((_, reject) => (end = () => reject(new Error('late')))),
    );
    void waiting.catch(() => (isOver = true));
    consistency.requiredBlock = 0;
    expect(await following.read('key', () => Promise.resolve({ value: 'own', bytes: 1, headBlock: 1 }))).toBe(
      'own',
    );
    expect(isOver).toBe(false);
    expect(await following.read('key', () => Promise.reject(new Error('asked again')))).toBe('own');
    await expect(ahead).rejects.toThrow('no such block');
    end();
    await expect(waiting).rejects.toThrow('late');
  });

  it('the read cache holds a bounded number of answers', async () => {
    for (let key = 0; key < 2_000; key += 1) await cache.read(String(key), load());
    expect(await cache.read('0', load())).toBe(2_001);
    expect(await cache.read('1999', load())).toBe(2_000);
  });
});
