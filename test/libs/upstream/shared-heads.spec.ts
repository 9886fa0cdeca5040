import { RedisHeads } from '@app/upstream';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';

describe('RedisHeads', () => {
  let server: RedisServer;
  let replicas: RedisHeads[];
  const reports: boolean[] = [];
  beforeEach(async () => {
    server = await startRedis();
    replicas = [0, 1].map(
      () =>
        new RedisHeads({
          server: server.server,
          keyPrefix: 'ctg:',
          onChange: (isUp) => reports.push(isUp),
        }),
    );
    await Promise.all(replicas.map((replica) => replica.start()));
  });
  afterEach(async () => {
    for (const replica of replicas) replica.close();
    await server.stop();
  });

  it('returns the highest head that a replica stated, for each network', async () => {
    const [one, other] = replicas;
    expect(await one!.raise('mainnet', 100)).toBe(100);
    expect(await other!.raise('mainnet', 90)).toBe(100);
    expect(await other!.raise('mainnet', 120)).toBe(120);
    expect(await one!.raise('mainnet', 119)).toBe(120);
    expect(await one!.raise('testnet', 5)).toBe(5);
  });

  it('keeps a head under a key that expires, and a lower one does not prolong it', async () => {
    const redis = new Redis(server.url);
    await replicas[0]!.raise('mainnet', 100);
    expect(await redis.pttl('ctg:head:mainnet')).toBeGreaterThan(0);
    await redis.pexpire('ctg:head:mainnet', 5_000);
    await replicas[1]!.raise('mainnet', 99);
    expect(await redis.pttl('ctg:head:mainnet')).toBeLessThanOrEqual(5_000);
    redis.disconnect();
  });

  it('returns the own head while Redis is lost', async () => {
    await replicas[0]!.raise('mainnet', 100);
    await server.stop();
    expect(await replicas[1]!.raise('mainnet', 90)).toBe(90);
  });
});
