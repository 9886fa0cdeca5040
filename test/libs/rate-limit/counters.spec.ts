import { ManualClock } from '@app/operations';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { MemoryCounter } from '../../../libs/rate-limit/src/memory-counter';
import { RedisCounter } from '../../../libs/rate-limit/src/redis-counter';
import { startRedis, type RedisServer } from '../../harness/process/redis';
import { FixedWindowOracle, histories } from './fixed-window.oracle';

const PREFIX = 'test:';

describe('fixed windows', () => {
  let server: RedisServer;
  let redis: Redis;
  let counter: RedisCounter;

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    counter = new RedisCounter({
      server: { ...server.server, commandTimeoutMs: 5_000 },
      keyPrefix: PREFIX,
      onChange: () => undefined,
    });
    await counter.start();
  });

  afterAll(async () => {
    counter.close();
    redis.disconnect();
    await server.stop();
  });

  /** Redis' own time cannot be moved; what is left of every window can. */
  async function advanceRedis(ms: number): Promise<void> {
    for (const key of await redis.keys(`${PREFIX}*`)) {
      const left = (await redis.pttl(key)) - ms;
      if (left > 0) await redis.pexpire(key, left);
      else await redis.del(key);
    }
  }

  it('fixed windows in memory count as the reference rule does', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const clock = new ManualClock();
        const memory = new MemoryCounter(clock);
        const oracle = new FixedWindowOracle();
        for (const step of history) {
          if ('hit' in step)
            expect(memory.hit(step.hit, step.units).hits).toBe(oracle.hit(step.hit, step.units));
          else {
            clock.advance(step.advanceMs);
            oracle.advance(step.advanceMs);
          }
        }
      }),
    );
  });

  it.each([
    ['a text', () => redis.set(`${PREFIX}forged`, 'x'.repeat(1_000_000))],
    ['the highest number', () => redis.set(`${PREFIX}forged`, '9223372036854775807')],
    ['a list', () => redis.rpush(`${PREFIX}forged`, '1')],
  ])('fixed windows in Redis begin anew where the count is %s', async (_, forge) => {
    await redis.del(`${PREFIX}forged`);
    await forge();
    expect((await counter.hit('forged', 2)).hits).toBe(2);
    expect((await counter.hit('forged')).hits).toBe(3);
    expect(await redis.pttl(`${PREFIX}forged`)).toBeGreaterThan(0);
    expect(counter.isUp).toBe(true);
  });

  it('fixed windows in Redis count as the reference rule does', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await redis.flushall();
        const oracle = new FixedWindowOracle();
        for (const step of history) {
          if ('hit' in step)
            expect((await counter.hit(step.hit, step.units)).hits).toBe(oracle.hit(step.hit, step.units));
          else {
            await advanceRedis(step.advanceMs);
            oracle.advance(step.advanceMs);
          }
        }
      }),
    );
  });

  it('fixed windows count every request once, in their order, when many arrive at the same time', async () => {
    await redis.flushall();
    const oracle = new FixedWindowOracle();
    const arrivals = Array.from({ length: 500 }, (_unused, index) => ({
      key: index % 2 === 0 ? 'read:a' : 'read:b',
      units: 1 + (index % 3),
    }));
    const counts = await Promise.all(arrivals.map(({ key, units }) => counter.hit(key, units)));
    expect(counts.map(({ hits }) => hits)).toEqual(arrivals.map(({ key, units }) => oracle.hit(key, units)));
    expect(new Set(counts.map(({ msLeft }) => msLeft <= 60_000 && msLeft > 0))).toEqual(new Set([true]));
  });

  it('fixed windows end even when a key lost its expiry', async () => {
    await redis.flushall();
    await redis.set(`${PREFIX}read:a`, '7');
    expect(await counter.hit('read:a')).toEqual({ hits: 8, msLeft: 60_000 });
    expect(await redis.pttl(`${PREFIX}read:a`)).toBeGreaterThan(0);
  });

  it('fixed windows in Redis end within one window when the clock of its machine is set back', async () => {
    await redis.flushall();
    await counter.hit('read:a');
    // The expiry is kept as a moment: with the clock an hour back, it is an hour further away.
    await redis.pexpire(`${PREFIX}read:a`, 3_660_000);
    expect(await counter.hit('read:a')).toEqual({ hits: 2, msLeft: 60_000 });
    expect(await redis.pttl(`${PREFIX}read:a`)).toBeLessThanOrEqual(60_000);
  });

  it('fixed windows in Redis are counted after it has dropped the script', async () => {
    await redis.flushall();
    await counter.hit('read:a');
    await redis.script('FLUSH');
    expect((await counter.hit('read:a')).hits).toBe(2);
  });
});
