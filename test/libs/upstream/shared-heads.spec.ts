import { systemClock } from '@app/operations';
import { withCode } from '@app/redis';
import { RedisHeads } from '@app/upstream/redis';
import { startRedis } from '../../harness/process/redis';
import { ReplicatedStore } from '../../harness/process/replicated-store';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const KEY = 'ctg:heads:mainnet';
const LARGE = 99_999_999_999;

/** A head as a replica states it, in all but what is given. */
const stated = (head: number, { secret = SECRET, purpose = 'head', key = KEY, ageMs = 0 } = {}): string =>
  withCode(`${head}:${systemClock.now() - ageMs}`, { secret, purpose, key });

describe('RedisHeads', () => {
  let shared: ReplicatedStore<RedisHeads>;
  beforeAll(async () => {
    shared = await ReplicatedStore.start((options) => new RedisHeads(systemClock, options));
  });
  beforeEach(() => shared.reset(SECRET));
  afterEach(() => shared.closeReplicas());
  afterAll(() => shared.stop());

  it('RedisHeads returns the highest head that a replica stated, for each network', async () => {
    const [one, other] = shared.replicas;
    expect(await one.raise('mainnet', 100)).toBe(100);
    expect(await other.raise('mainnet', 90)).toBe(100);
    expect(await other.raise('mainnet', 120)).toBe(120);
    expect(await one.raise('mainnet', 119)).toBe(120);
    expect(await one.raise('testnet', 5)).toBe(5);
    expect(shared.forged).toBe(0);
  });

  it('RedisHeads states no head of 0, reads that of others, and removes a forged one', async () => {
    expect(await shared.replicas[0].raise('mainnet', 0)).toBe(0);
    expect(await shared.redis.exists(KEY)).toBe(0);
    await shared.redis.set(KEY, LARGE, 'PX', 20_000);
    expect(await shared.replicas[0].raise('mainnet', 0)).toBe(0);
    expect(await shared.redis.exists(KEY)).toBe(0);
    await shared.replicas[1].raise('mainnet', 100);
    expect(await shared.replicas[0].raise('mainnet', 0)).toBe(100);
  });

  it('RedisHeads keeps a head under a key that expires, which a lower one does not prolong', async () => {
    await shared.replicas[0].raise('mainnet', 100);
    expect(await shared.redis.pttl(KEY)).toBeGreaterThan(0);
    await shared.redis.pexpire(KEY, 5_000);
    await shared.replicas[1].raise('mainnet', 99);
    expect(await shared.redis.pttl(KEY)).toBeLessThanOrEqual(5_000);
  });

  it.each([
    ['no code', () => shared.redis.set(KEY, LARGE, 'PX', 20_000)],
    ['a code of zeros', () => shared.redis.set(KEY, `${LARGE}:1:${'0'.repeat(43)}`, 'PX', 20_000)],
    ['another secret', () => shared.redis.set(KEY, stated(LARGE, { secret: 'another' }), 'PX', 20_000)],
    ['another key', () => shared.redis.set(KEY, stated(LARGE, { key: 'ctg:heads:testnet' }), 'PX', 20_000)],
    ['another purpose', () => shared.redis.set(KEY, stated(LARGE, { purpose: 'push' }), 'PX', 20_000)],
    [
      'an age that no kept head has',
      () => shared.redis.set(KEY, stated(LARGE, { ageMs: 200_000 }), 'PX', 20_000),
    ],
    ['a time to come', () => shared.redis.set(KEY, stated(LARGE, { ageMs: -200_000 }), 'PX', 20_000)],
    ['no expiry', () => shared.redis.set(KEY, stated(LARGE))],
    ['a late expiry', () => shared.redis.set(KEY, stated(LARGE), 'EX', 3_600)],
    ['a long text', () => shared.redis.set(KEY, '9'.repeat(100_000), 'PX', 20_000)],
    ['another type', () => shared.redis.rpush(KEY, 'a')],
  ])('RedisHeads replaces a value that no replica stated, with %s, and reports it', async (_, forge) => {
    await forge();
    expect(await shared.replicas[0].raise('mainnet', 100)).toBe(100);
    expect(shared.forged).toBe(1);
    expect(await shared.replicas[1].raise('mainnet', 90)).toBe(100);
    expect({ forged: shared.forged, losses: shared.losses }).toEqual({ forged: 1, losses: [] });
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
