import { systemClock } from '@app/operations';
import { withCode } from '@app/redis';
import { RedisHeads } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const KEY = 'ctg:heads:mainnet';
const LARGE = 99_999_999_999;

/** A head as a replica states it, in all but what is given. */
const stated = (head: number, { secret = SECRET, purpose = 'head', key = KEY, ageMs = 0 } = {}): string =>
  withCode(`${head}:${systemClock.now() - ageMs}`, { secret, purpose, key });

describe('RedisHeads', () => {
  let server: RedisServer;
  let redis: Redis;
  let replicas: RedisHeads[];
  let forged: number;
  let up: Set<number>;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    up = new Set();
    forged = 0;
    replicas = [0, 1].map(
      (index) =>
        new RedisHeads(systemClock, {
          server: { ...server.server, commandTimeoutMs: 10_000 },
          keyPrefix: 'ctg:',
          secret: SECRET,
          onChange: (isUp) => (isUp ? up.add(index) : up.delete(index)),
          onForged: () => (forged += 1),
        }),
    );
    await Promise.all(replicas.map((replica) => replica.start()));
    await until(() => up.size === 2);
  });
  afterEach(() => {
    for (const replica of replicas) replica.close();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('RedisHeads returns the highest head that a replica stated, for each network', async () => {
    const [one, other] = replicas;
    expect(await one!.raise('mainnet', 100)).toBe(100);
    expect(await other!.raise('mainnet', 90)).toBe(100);
    expect(await other!.raise('mainnet', 120)).toBe(120);
    expect(await one!.raise('mainnet', 119)).toBe(120);
    expect(await one!.raise('testnet', 5)).toBe(5);
    expect(forged).toBe(0);
  });

  it('RedisHeads states no head of 0, reads that of others, and removes a forged one', async () => {
    expect(await replicas[0]!.raise('mainnet', 0)).toBe(0);
    expect(await redis.exists(KEY)).toBe(0);
    await redis.set(KEY, LARGE, 'PX', 20_000);
    expect(await replicas[0]!.raise('mainnet', 0)).toBe(0);
    expect(await redis.exists(KEY)).toBe(0);
    await replicas[1]!.raise('mainnet', 100);
    expect(await replicas[0]!.raise('mainnet', 0)).toBe(100);
  });

  it('RedisHeads keeps a head under a key that expires, which a lower one does not prolong', async () => {
    await replicas[0]!.raise('mainnet', 100);
    expect(await redis.pttl(KEY)).toBeGreaterThan(0);
    await redis.pexpire(KEY, 5_000);
    await replicas[1]!.raise('mainnet', 99);
    expect(await redis.pttl(KEY)).toBeLessThanOrEqual(5_000);
  });

  it.each([
    ['no code', () => redis.set(KEY, LARGE, 'PX', 20_000)],
    ['a code of zeros', () => redis.set(KEY, `${LARGE}:1:${'0'.repeat(43)}`, 'PX', 20_000)],
    ['another secret', () => redis.set(KEY, stated(LARGE, { secret: 'another' }), 'PX', 20_000)],
    ['another key', () => redis.set(KEY, stated(LARGE, { key: 'ctg:heads:testnet' }), 'PX', 20_000)],
    ['another purpose', () => redis.set(KEY, stated(LARGE, { purpose: 'push' }), 'PX', 20_000)],
    ['an age that no kept head has', () => redis.set(KEY, stated(LARGE, { ageMs: 200_000 }), 'PX', 20_000)],
    ['a time to come', () => redis.set(KEY, stated(LARGE, { ageMs: -200_000 }), 'PX', 20_000)],
    ['no expiry', () => redis.set(KEY, stated(LARGE))],
    ['a late expiry', () => redis.set(KEY, stated(LARGE), 'EX', 3_600)],
    ['a long text', () => redis.set(KEY, '9'.repeat(100_000), 'PX', 20_000)],
    ['another type', () => redis.rpush(KEY, 'a')],
  ])('RedisHeads replaces a value that no replica stated, with %s, and reports it', async (_, forge) => {
    await forge();
    expect(await replicas[0]!.raise('mainnet', 100)).toBe(100);
    expect(forged).toBe(1);
    expect(await replicas[1]!.raise('mainnet', 90)).toBe(100);
    expect({ forged, up: up.size }).toEqual({ forged: 1, up: 2 });
  });
});

it('RedisHeads returns the own head while Redis is lost', async () => {
  const server = await startRedis();
  let isUp = false;
  const heads = new RedisHeads(systemClock, {
    server: { ...server.server, commandTimeoutMs: 10_000 },
    keyPrefix: 'ctg:',
    secret: SECRET,
    onChange: (now) => (isUp = now),
  });
  await heads.start();
  await until(() => isUp);
  await server.stop();
  expect(await heads.raise('mainnet', 90)).toBe(90);
  heads.close();
});
