import { ManualClock } from '@app/operations';
import { RedisCordons } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';

const NOW_MS = 1_700_000_000_000;
const MOST = 64;
const KEY = 'ctg:cordons:mainnet';

describe('cordons in Redis', () => {
  let redis: RedisServer;
  let client: Redis;
  let cordons: RedisCordons;
  let forged = 0;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url);
    cordons = new RedisCordons(new ManualClock(NOW_MS), {
      server: { ...redis.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: 'a text that all replicas have in common' },
      onChange: () => undefined,
      onForged: () => (forged += 1),
    });
    await cordons.start();
  });
  afterAll(async () => {
    cordons.close();
    client.disconnect();
    await redis.stop();
  });
  beforeEach(async () => {
    await client.flushall();
    forged = 0;
  });

  const NODES = Array.from({ length: MOST }, (_, index) => `node-${index}`);
  const state = (label: string, isCordoned: boolean, afterMs: number, nodes = NODES): Promise<boolean> =>
    cordons.state('mainnet', label, { isCordoned, atMs: NOW_MS + afterMs }, nodes);
  const labels = async (): Promise<string[]> => [...(await cordons.read('mainnet'))!.keys()].sort();

  it('cordons in Redis keep those of the newest 64 labels, and every cordoned one, when more are stated', async () => {
    expect(await state('cordoned', true, 0)).toBe(true);
    for (let index = 0; index < MOST + 6; index += 1)
      expect(await state(`back-${index}`, false, index + 1)).toBe(true);
    const newest = Array.from({ length: MOST - 1 }, (_, index) => `back-${index + 7}`);
    expect(await labels()).toEqual(['cordoned', ...newest].sort());
    expect((await cordons.read('mainnet'))!.get('cordoned')).toEqual({ isCordoned: true, atMs: NOW_MS });
    expect(forged).toBe(0);
  });

  it('cordons in Redis refuse a further label while 64 nodes are cordoned, and take it once one is back', async () => {
    for (let index = 0; index < MOST; index += 1)
      expect(await state(`node-${index}`, true, index)).toBe(true);
    expect(await state('further', true, 100)).toBe(false);
    expect(await labels()).toHaveLength(MOST);
    expect(await labels()).not.toContain('further');
    // One that is in the hash can always be stated anew.
    expect(await state('node-3', false, 101)).toBe(true);
    expect(await state('further', true, 102)).toBe(true);
    expect(await labels()).toContain('further');
    expect(await labels()).not.toContain('node-3');
  });

  it('cordons in Redis forget the node cordoned first that is no node any more for a further one', async () => {
    for (let index = 0; index < MOST; index += 1)
      expect(await state(`node-${index}`, true, index)).toBe(true);
    const present = NODES.filter((label) => label !== 'node-5' && label !== 'node-9');
    expect(await state('further', true, 100, present)).toBe(true);
    expect(await labels()).toContain('further');
    expect(await labels()).toContain('node-9');
    expect(await labels()).not.toContain('node-5');
    expect(await state('one more', true, 101, [...present, 'further'])).toBe(true);
    expect(await state('too many', true, 102, [...present, 'further', 'one more'])).toBe(false);
    expect(await labels()).toHaveLength(MOST);
  });

  it('cordons in Redis remove a hash that is larger than that of replicas', async () => {
    for (let index = 0; index <= MOST; index += 1)
      await client.hset(KEY, `node-${index}`, '1@1700000000000:x');
    expect(await state('node-1', true, 0)).toBe(true);
    expect(await labels()).toEqual(['node-1']);
  });
});
