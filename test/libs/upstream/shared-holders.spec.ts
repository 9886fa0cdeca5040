import { ManualClock } from '@app/operations';
import { withCode } from '@app/redis';
import { SharedHolders } from '@app/upstream/redis';
import { ReplicatedStore } from '../../harness/process/replicated-store';

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
  let shared: ReplicatedStore<SharedHolders>;
  beforeAll(async () => {
    shared = await ReplicatedStore.start((options) => new SharedHolders(clock, options));
  });
  beforeEach(() => shared.reset(SECRET));
  afterEach(() => shared.closeReplicas());
  afterAll(() => shared.stop());

  const known = async (): Promise<string[]> => [...(await shared.replicas[1].of('mainnet', ID))].sort();

  it('SharedHolders tells each replica the nodes that another one added, until one removes them', async () => {
    await shared.replicas[0].add('mainnet', ID, NODE, KEEP_MS);
    await shared.replicas[1].add('mainnet', ID, 'http://other.example.org', KEEP_MS);
    expect(await known()).toEqual([NODE, 'http://other.example.org']);
    expect(await shared.redis.pttl(KEY)).toBeGreaterThan(0);
    await shared.replicas[0].remove('mainnet', ID, NODE);
    expect(await known()).toEqual(['http://other.example.org']);
    expect({ forged: shared.forged, losses: shared.losses }).toEqual({ forged: 0, losses: [] });
  });

  it.each([
    ['without a code', () => shared.redis.hset(KEY, NODE, String(NOW_MS + KEEP_MS))],
    ['with another secret', () => shared.redis.hset(KEY, NODE, valueOf(NODE, { secret: 'another' }))],
    ['of another purpose', () => shared.redis.hset(KEY, NODE, valueOf(NODE, { purpose: 'head' }))],
    ['of another node', () => shared.redis.hset(KEY, NODE, valueOf('http://other.example.org'))],
    [
      'of another network',
      () => shared.redis.hset(KEY, NODE, valueOf(NODE, { key: KEY.replace('mainnet', 'testnet') })),
    ],
    [
      'of another transaction',
      () => shared.redis.hset(KEY, NODE, valueOf(NODE, { key: KEY.replace('ab', 'cd') })),
    ],
    ['of a megabyte', () => shared.redis.hset(KEY, NODE, 'x'.repeat(1_000_000))],
    ['with a name of a megabyte', () => shared.redis.hset(KEY, 'x'.repeat(1_000_000), valueOf(NODE))],
    ['as a set', () => shared.redis.sadd(KEY, NODE)],
    ['as a text', () => shared.redis.set(KEY, 'x'.repeat(1_000_000))],
  ])('SharedHolders ignores a holder that no replica added, %s, and reports it', async (_, forge) => {
    await forge();
    expect(await known()).toEqual([]);
    expect(shared.forged).toBe(1);
    await shared.replicas[0].remove('mainnet', ID, NODE);
    await shared.replicas[0].add('mainnet', ID, 'http://honest.example.org', KEEP_MS);
    expect(await known()).toEqual(['http://honest.example.org']);
    expect(shared.losses).toEqual([]);
  });

  it('SharedHolders keeps what replicas added beside a forged holder', async () => {
    await shared.replicas[0].add('mainnet', ID, NODE, KEEP_MS);
    await shared.redis.hset(KEY, 'http://forged.example.org', valueOf(NODE));
    expect(await known()).toEqual([NODE]);
    expect(shared.forged).toBe(1);
  });

  it('SharedHolders reads no more holders than a network has nodes, and replaces such a key', async () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => [`http://node-${index}.example.org`, 'x']);
    await shared.redis.hset(KEY, Object.fromEntries(fields) as Record<string, string>);
    expect(await known()).toEqual([]);
    expect(shared.forged).toBe(1);
    await shared.replicas[0].add('mainnet', ID, NODE, KEEP_MS);
    expect(await shared.redis.hkeys(KEY)).toEqual([NODE]);
  });

  it('SharedHolders forgets a holder that was put back after its time', async () => {
    await shared.redis.hset(KEY, NODE, valueOf(NODE));
    expect(await known()).toEqual([NODE]);
    clock.advance(KEEP_MS + 60_000);
    expect(await known()).toEqual([]);
    expect(shared.forged).toBe(0);
  });
});
