import { ManualClock } from '@app/operations';
import { withCode } from '@app/redis';
import { SharedHolders } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const ID = 'ab'.repeat(32);
const KEY = `ctg:holders:mainnet:${ID}`;
const NODE = 'http://node.example.org';
const KEEP_MS = 480_000;
const NOW_MS = 1_700_000_000_000;

const valueOf = (node: string, { secret = SECRET, purpose = 'push', key = KEY } = {}): string =>
  withCode(String(NOW_MS + KEEP_MS), { secret, purpose, key: `${key} ${node}` });

describe('SharedHolders', () => {
  const clock = new ManualClock(NOW_MS);
  let server: RedisServer;
  let redis: Redis;
  let replicas: SharedHolders[];
  let forged: number;
  const losses: string[] = [];
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    const up = new Set<number>();
    forged = 0;
    losses.length = 0;
    replicas = [0, 1].map(
      (index) =>
        new SharedHolders(clock, {
          server: { ...server.server, commandTimeoutMs: 10_000 },
          keyPrefix: 'ctg:',
          secret: SECRET,
          onChange: (isUp, reason) => (isUp ? up.add(index) : losses.push(reason)),
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

  const known = async (): Promise<string[]> => [...(await replicas[1]!.of('mainnet', ID))].sort();

  it('SharedHolders tells each replica the nodes that another one added, until one removes them', async () => {
    await replicas[0]!.add('mainnet', ID, NODE, KEEP_MS);
    await replicas[1]!.add('mainnet', ID, 'http://other.example.org', KEEP_MS);
    expect(await known()).toEqual([NODE, 'http://other.example.org']);
    expect(await redis.pttl(KEY)).toBeGreaterThan(0);
    await replicas[0]!.remove('mainnet', ID, NODE);
    expect(await known()).toEqual(['http://other.example.org']);
    expect({ forged, losses }).toEqual({ forged: 0, losses: [] });
  });

  it.each([
    ['without a code', () => redis.hset(KEY, NODE, String(NOW_MS + KEEP_MS))],
    ['with another secret', () => redis.hset(KEY, NODE, valueOf(NODE, { secret: 'another' }))],
    ['of another purpose', () => redis.hset(KEY, NODE, valueOf(NODE, { purpose: 'head' }))],
    ['of another node', () => redis.hset(KEY, NODE, valueOf('http://other.example.org'))],
    [
      'of another network',
      () => redis.hset(KEY, NODE, valueOf(NODE, { key: KEY.replace('mainnet', 'testnet') })),
    ],
    ['of another transaction', () => redis.hset(KEY, NODE, valueOf(NODE, { key: KEY.replace('ab', 'cd') }))],
    ['of a megabyte', () => redis.hset(KEY, NODE, 'x'.repeat(1_000_000))],
    ['with a name of a megabyte', () => redis.hset(KEY, 'x'.repeat(1_000_000), valueOf(NODE))],
    ['as a set', () => redis.sadd(KEY, NODE)],
    ['as a text', () => redis.set(KEY, 'x'.repeat(1_000_000))],
  ])('SharedHolders ignores a holder that no replica added, %s, and reports it', async (_, forge) => {
    await forge();
    expect(await known()).toEqual([]);
    expect(forged).toBe(1);
    await replicas[0]!.remove('mainnet', ID, NODE);
    await replicas[0]!.add('mainnet', ID, 'http://honest.example.org', KEEP_MS);
    expect(await known()).toEqual(['http://honest.example.org']);
    expect(losses).toEqual([]);
  });

  it('SharedHolders keeps what replicas added beside a forged holder', async () => {
    await replicas[0]!.add('mainnet', ID, NODE, KEEP_MS);
    await redis.hset(KEY, 'http://forged.example.org', valueOf(NODE));
    expect(await known()).toEqual([NODE]);
    expect(forged).toBe(1);
  });

  it('SharedHolders reads no more holders than a network has nodes, and replaces such a key', async () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => [`http://node-${index}.example.org`, 'x']);
    await redis.hset(KEY, Object.fromEntries(fields) as Record<string, string>);
    expect(await known()).toEqual([]);
    expect(forged).toBe(1);
    await replicas[0]!.add('mainnet', ID, NODE, KEEP_MS);
    expect(await redis.hkeys(KEY)).toEqual([NODE]);
  });

  it('SharedHolders forgets a holder that was put back after its time', async () => {
    await redis.hset(KEY, NODE, valueOf(NODE));
    expect(await known()).toEqual([NODE]);
    clock.advance(KEEP_MS + 60_000);
    expect(await known()).toEqual([]);
    expect(forged).toBe(0);
  });
});
