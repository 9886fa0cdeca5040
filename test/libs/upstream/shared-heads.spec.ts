import { RedisHeads } from '@app/upstream';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

describe('RedisHeads', () => {
  let server: RedisServer;
  let replicas: RedisHeads[];
  let up: Set<number>;
  beforeEach(async () => {
    server = await startRedis();
    up = new Set();
    replicas = [0, 1].map(
      (index) =>
        new RedisHeads({
          server: { ...server.server, commandTimeoutMs: 10_000 },
          keyPrefix: 'ctg:',
          onChange: (isUp) => (isUp ? up.add(index) : up.delete(index)),
        }),
    );
    await Promise.all(replicas.map((replica) => replica.start()));
    await until(() => up.size === 2);
  });
  afterEach(async () => {
    for (const replica of replicas) replica.close();
    await server.stop();
  });

  it('RedisHeads returns the highest head that a replica stated, for each network', async () => {
    const [one, other] = replicas;
    expect(await one!.raise('mainnet', 100)).toBe(100);
    expect(await other!.raise('mainnet', 90)).toBe(100);
    expect(await other!.raise('mainnet', 120)).toBe(120);
    expect(await one!.raise('mainnet', 119)).toBe(120);
    expect(await one!.raise('testnet', 5)).toBe(5);
  });

  it('RedisHeads keeps a head under a key that expires, which a lower one does not prolong', async () => {
    const redis = new Redis(server.url);
    await replicas[0]!.raise('mainnet', 100);
    expect(await redis.pttl('ctg:head:mainnet')).toBeGreaterThan(0);
    await redis.pexpire('ctg:head:mainnet', 5_000);
    await replicas[1]!.raise('mainnet', 99);
    expect(await redis.pttl('ctg:head:mainnet')).toBeLessThanOrEqual(5_000);
    redis.disconnect();
  });

  it('RedisHeads replaces a value that no replica stated', async () => {
    const redis = new Redis(server.url);
    const forgeries = [
      () => redis.set('ctg:head:mainnet', 99_999_999_999),
      () => redis.set('ctg:head:mainnet', 99_999_999_999, 'EX', 3_600),
      () => redis.set('ctg:head:mainnet', 'x'.repeat(100_000), 'PX', 20_000),
      () => redis.rpush('ctg:head:mainnet', 'a'),
    ];
    for (const forge of forgeries) {
      await redis.del('ctg:head:mainnet');
      await forge();
      expect(await replicas[0]!.raise('mainnet', 100)).toBe(100);
      expect(await replicas[1]!.raise('mainnet', 90)).toBe(100);
    }
    redis.disconnect();
  });

  it('RedisHeads returns the own head while Redis is lost', async () => {
    await replicas[0]!.raise('mainnet', 100);
    await server.stop();
    expect(await replicas[1]!.raise('mainnet', 90)).toBe(90);
  });
});
