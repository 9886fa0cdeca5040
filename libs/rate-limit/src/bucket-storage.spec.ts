import { ManualClock, Metrics } from '@app/operations';
import { BucketStorage } from './bucket-storage';
import type { Count } from './hit-counter';

/** Stands in for Redis: answers as the spec sets it, and counts its calls. */
class ScriptedRedis {
  isUp = true;
  asked = 0;

  constructor(private readonly answer: () => Promise<Count>) {}

  hit(): Promise<Count> {
    this.asked += 1;
    return this.answer();
  }
}

describe('the storage', () => {
  const clock = new ManualClock(1_000_000);
  const metrics = new Metrics();

  it('the storage asks Redis no more for a client that is over its limit, until the window ends', async () => {
    const redis = new ScriptedRedis(() => Promise.resolve({ hits: 11, msLeft: 30_000 }));
    const storage = new BucketStorage(clock, metrics, redis);
    expect(await storage.increment('relay:a', 60_000, 10)).toMatchObject({
      isBlocked: true,
      timeToExpire: 30,
      countedBy: 'redis',
    });
    clock.advance(29_999);
    expect(await storage.increment('relay:a', 60_000, 10)).toMatchObject({
      isBlocked: true,
      timeToExpire: 1,
      countedBy: 'blocked',
    });
    expect(redis.asked).toBe(1);
    clock.advance(1);
    await storage.increment('relay:a', 60_000, 10);
    expect(redis.asked).toBe(2);
  });

  it('the storage does not block at the limit, only above it', async () => {
    const redis = new ScriptedRedis(() => Promise.resolve({ hits: 10, msLeft: 30_000 }));
    const storage = new BucketStorage(clock, metrics, redis);
    expect(await storage.increment('relay:a', 60_000, 10)).toMatchObject({ isBlocked: false, totalHits: 10 });
    await storage.increment('relay:a', 60_000, 10);
    expect(redis.asked).toBe(2);
  });

  it('the storage counts by itself when Redis fails, and does not ask while it is down', async () => {
    const redis = new ScriptedRedis(() => Promise.reject(new Error('connection lost')));
    const storage = new BucketStorage(clock, metrics, redis);
    expect(await storage.increment('read:a', 60_000, 300)).toMatchObject({
      totalHits: 1,
      countedBy: 'memory',
    });
    redis.isUp = false;
    expect(await storage.increment('read:a', 60_000, 300)).toMatchObject({
      totalHits: 2,
      countedBy: 'memory',
    });
    expect(redis.asked).toBe(1);
    expect(await metrics.registry.getSingleMetricAsString('gateway_redis_failures_total')).toContain(' 1');
  });
});
