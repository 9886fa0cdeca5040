import { ManualClock } from '@app/operations';
import { withCode } from '@app/redis';
import { RedisWatches } from '@app/upstream/redis';
import { startRedis } from '../../harness/process/redis';
import { ReplicatedStore } from '../../harness/process/replicated-store';

const SECRET = 'a text that both replicas have in common';
const NOW_MS = 1_700_000_000_000;
const LEASE_MS = 10_000;
const [ID, OTHER_ID] = ['ab'.repeat(32), 'cd'.repeat(32)];
const KEY = `ctg:{watches}:mainnet`;
const RECORD = 'the record';
const OWNER = '0123456789abcdef';

/** A value as a replica makes it, or with one thing changed. */
const valueOf = (
  part: 'lease' | 'record',
  text: string,
  { secret = SECRET, purpose = `watch-${part}`, id = ID, network = 'mainnet' } = {},
): string => withCode(text, { secret, purpose, key: `ctg:{watches}:${network}:${id}` });
const lease = (untilMs: number, changed = {}): string => valueOf('lease', `${OWNER}@${untilMs}`, changed);

describe('RedisWatches', () => {
  let clock: ManualClock;
  let shared: ReplicatedStore<RedisWatches>;
  beforeAll(async () => {
    shared = await ReplicatedStore.start((options) => new RedisWatches(clock, options));
  });
  beforeEach(async () => {
    clock = new ManualClock(NOW_MS);
    await shared.reset(SECRET);
  });
  afterEach(() => {
    expect(shared.losses).toEqual([]);
    shared.closeReplicas();
  });
  afterAll(() => shared.stop());

  /** Ids whose records were made. */
  let made: string[] = [];
  const keep = (replica: number, id = ID, record = RECORD, isAcknowledged = true) =>
    shared.replicas[replica]!.keep('mainnet', {
      ...{ id, untilMs: clock.now() + LEASE_MS, isAcknowledged, leastBytes: record.length / 2 },
      record: () => {
        made.push(id);
        return record;
      },
    });
  const takenBy = async (replica: number, most = 16) => {
    const taken = await shared.replicas[replica]!.takeOver('mainnet', most, clock.now() + LEASE_MS);
    return [...(taken ?? [])];
  };

  it('RedisWatches gives a watch to the replica that keeps it, and to another one after its time', async () => {
    expect(await keep(0)).toBe('kept');
    expect(await keep(1)).toBe('held');
    expect(await takenBy(1)).toEqual([]);
    clock.advance(LEASE_MS - 1);
    expect(await keep(0)).toBe('kept');
    clock.advance(LEASE_MS);
    expect(await takenBy(1)).toEqual([[ID, RECORD]]);
    expect(await takenBy(0)).toEqual([]);
    expect(await keep(0)).toBe('held');
    expect(shared.forged).toBe(0);
  });

  it('RedisWatches gives a watch to one of two replicas that take over at the same time', async () => {
    for (const id of [ID, OTHER_ID]) await keep(0, id);
    clock.advance(LEASE_MS);
    const taken = await Promise.all([takenBy(0), takenBy(1)]);
    expect(taken.flat().sort()).toEqual([
      [ID, RECORD],
      [OTHER_ID, RECORD],
    ]);
  });

  it('RedisWatches has nothing of a watch that ended, under keys that expire', async () => {
    await keep(0);
    for (const key of await shared.redis.keys(`${KEY}:*`))
      expect(await shared.redis.pttl(key)).toBeGreaterThan(0);
    expect(await shared.redis.keys(`${KEY}:*`)).toHaveLength(4);
    await shared.replicas[1].end('mainnet', ID);
    expect(await shared.redis.keys(`${KEY}:*`)).toEqual([`${KEY}:bytes`]);
    expect(await shared.redis.get(`${KEY}:bytes`)).toBe('0');
    clock.advance(LEASE_MS);
    expect(await takenBy(1)).toEqual([]);
  });

  it('RedisWatches takes no more than 10,000 watches, and no more than 32 MiB', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => [String(index), 'x']);
    await shared.redis.hset(`${KEY}:records`, Object.fromEntries(many) as Record<string, string>);
    expect(await keep(0)).toBe('full');
    await shared.redis.del(`${KEY}:records`);
    const large = 'x'.repeat(2_000_000);
    const answers: string[] = [];
    for (let at = 0; at < 18; at += 1) answers.push(await keep(0, String(at).padStart(64, '0'), large));
    expect(answers.filter((answer) => answer === 'kept')).toHaveLength(16);
    expect(answers.slice(16)).toEqual(['full', 'full']);
    made = [];
    const larger = 'x'.repeat(2_100_000);
    expect([await keep(0, OTHER_ID, larger.repeat(2)), made]).toEqual(['full', []]);
    await shared.replicas[0].end('mainnet', '0'.repeat(64));
    expect(await keep(0)).toBe('kept');
  });

  it('RedisWatches leaves half of its room to pushes that a node has', async () => {
    const large = 'x'.repeat(2_000_000);
    const idOf = (at: number) => String(at).padStart(64, '0');
    const answers: string[] = [];
    for (let at = 0; at < 10; at += 1) answers.push(await keep(0, idOf(at), large, false));
    expect(answers.filter((answer) => answer === 'kept')).toHaveLength(8);
    for (let at = 10; at < 18; at += 1) expect(await keep(0, idOf(at), large)).toBe('kept');
    expect(await keep(0, idOf(18), large)).toBe('full');
  });

  it.each([
    ['without a code', `${OWNER}@${NOW_MS + LEASE_MS}`],
    ['with another secret', lease(NOW_MS + LEASE_MS, { secret: 'another' })],
    ['of another purpose', lease(NOW_MS + LEASE_MS, { purpose: 'watch-record' })],
    ['of another transaction', lease(NOW_MS + LEASE_MS, { id: OTHER_ID })],
    ['of another network', lease(NOW_MS + LEASE_MS, { network: 'testnet' })],
    ['that is over', lease(NOW_MS)],
    ['that ends in an hour', lease(NOW_MS + 3_600_000)],
    ['of a megabyte', 'x'.repeat(1_000_000)],
  ])('RedisWatches leaves no watch to a lease %s', async (_, value) => {
    await shared.redis.hset(`${KEY}:leases`, ID, value);
    expect(await keep(0)).toBe('kept');
    expect(await keep(1)).toBe('held');
  });

  it('RedisWatches leaves a watch to an authentic lease, wherever the index has it', async () => {
    await keep(0);
    await shared.redis.zadd(`${KEY}:due`, 0, ID);
    expect(await takenBy(1)).toEqual([]);
    expect(await shared.redis.zscore(`${KEY}:due`, ID)).toBe(String(NOW_MS + LEASE_MS));
  });

  it.each([
    ['without a code', RECORD],
    ['with another secret', valueOf('record', RECORD, { secret: 'another' })],
    ['of another purpose', valueOf('record', RECORD, { purpose: 'watch-lease' })],
    ['of another transaction', valueOf('record', RECORD, { id: OTHER_ID })],
    ['of three megabytes', 'x'.repeat(3_000_000)],
  ])('RedisWatches takes no record %s over, reports and removes it', async (_, value) => {
    await keep(0, OTHER_ID);
    await shared.redis.hset(`${KEY}:records`, ID, value);
    await shared.redis.zadd(`${KEY}:due`, 0, ID);
    clock.advance(LEASE_MS);
    expect(await takenBy(1)).toEqual([[OTHER_ID, RECORD]]);
    expect(shared.forged).toBe(1);
    expect(await shared.redis.hkeys(`${KEY}:records`)).toEqual([OTHER_ID]);
    expect(await shared.redis.zrange(`${KEY}:due`, '0', '-1')).toEqual([OTHER_ID]);
  });

  it('RedisWatches takes an authentic record over that was put back', async () => {
    await shared.redis.hset(`${KEY}:records`, ID, valueOf('record', RECORD));
    await shared.redis.zadd(`${KEY}:due`, 0, ID);
    expect(await takenBy(0)).toEqual([[ID, RECORD]]);
  });

  it('RedisWatches names the block of a watch that ended to other shared.replicas, and none that is not authentic', async () => {
    const key = `${KEY}:block:${ID}`;
    expect(await shared.replicas[1].blockOf('mainnet', ID)).toBeUndefined();
    await shared.replicas[0].end('mainnet', ID, 7);
    expect(await shared.replicas[1].blockOf('mainnet', ID)).toBe(7);
    expect(await shared.redis.pttl(key)).toBeGreaterThan(0);
    const authentic = (await shared.redis.get(key))!;
    await shared.redis.set(`${KEY}:block:${OTHER_ID}`, authentic);
    expect(await shared.replicas[1].blockOf('mainnet', OTHER_ID)).toBeUndefined();
    await shared.redis.set(key, authentic.replace('7', '8'));
    expect(await shared.replicas[1].blockOf('mainnet', ID)).toBeUndefined();
    expect(shared.forged).toBe(2);
    await shared.redis.set(key, 'x'.repeat(1_000_000));
    expect(await shared.replicas[1].blockOf('mainnet', ID)).toBeUndefined();
    await shared.redis.del(key);
    await shared.redis.lpush(key, '7');
    expect(await shared.replicas[1].blockOf('mainnet', ID)).toBeUndefined();
  });

  it.each(['records', 'leases', 'due', 'bytes'])(
    'RedisWatches replaces a list in place of %s',
    async (part) => {
      await keep(0);
      await shared.redis.del(`${KEY}:${part}`);
      await shared.redis.lpush(`${KEY}:${part}`, 'x');
      expect(await keep(0)).toBe('kept');
      clock.advance(LEASE_MS);
      expect(await takenBy(1)).toEqual([[ID, RECORD]]);
    },
  );
});

it('RedisWatches says that Redis is lost', async () => {
  const server = await startRedis();
  await server.stop();
  const watches = new RedisWatches(new ManualClock(NOW_MS), {
    server: server.server,
    ...{ keyPrefix: 'ctg:', secret: SECRET, onChange: () => undefined },
  });
  await watches.start();
  expect(
    await watches.keep('mainnet', {
      id: ID,
      untilMs: NOW_MS,
      isAcknowledged: true,
      leastBytes: 0,
      record: () => RECORD,
    }),
  ).toBe('lost');
  expect(await watches.takeOver('mainnet', 1, NOW_MS)).toBeUndefined();
  watches.close();
});
