import { ManualClock } from '@app/operations';
import { MAX_CLOCK_SKEW_MS, withCode } from '@app/redis';
import { RedisWebhooks } from '../../../apps/gateway/src/webhooks/store/redis-webhooks';
import { LEASE_MS } from '../../../apps/gateway/src/webhooks/store/webhook-store';
import { ReplicatedStore } from '../../harness/process/replicated-store';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const NOW_MS = 1_700_000_000_000;
const KEY = { network: 'mainnet', name: 'desk' };
const nameOf = (part: string, network = 'mainnet') => `ctg:{webhooks}:${network}:desk:${part}`;
const valueOf = (
  part: string,
  text: string,
  { secret = SECRET, purpose = `webhook-${part}`, network = 'mainnet' } = {},
) => withCode(text, { secret, purpose, key: nameOf(part, network) });

describe('RedisWebhooks', () => {
  let clocks: [ManualClock, ManualClock];
  let shared: ReplicatedStore<RedisWebhooks>;
  beforeAll(async () => {
    shared = await ReplicatedStore.start((options, index) => new RedisWebhooks(clocks[index]!, options));
  });
  beforeEach(async () => {
    clocks = [new ManualClock(NOW_MS), new ManualClock(NOW_MS)];
    await shared.reset(SECRET);
  });
  afterEach(() => shared.closeReplicas());
  afterAll(() => shared.stop());

  it('RedisWebhooks lets one replica hold a webhook until Redis ends its lease, and the next one has its position', async () => {
    const [one, other] = shared.replicas;
    expect(await one.hold(KEY, undefined)).toEqual({ kind: 'held', position: undefined });
    expect(await one.keep(KEY, 'position 1')).toBe(true);
    expect(await other.hold(KEY, undefined)).toEqual({ kind: 'other', position: 'position 1' });
    expect(await other.keep(KEY, 'position 2')).toBe(false);
    expect((await one.hold(KEY, undefined)).kind).toBe('held');
    const leftMs = await shared.redis.pttl(nameOf('lease'));
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(LEASE_MS);
    await shared.redis.pexpire(nameOf('lease'), 0);
    expect(await other.hold(KEY, 'position 0')).toEqual({ kind: 'held', position: 'position 1' });
    expect(await one.keep(KEY, 'position 3')).toBe(false);
    expect((await one.hold(KEY, undefined)).kind).toBe('other');
  });

  it.each(['ahead of', 'behind'])(
    'RedisWebhooks lets no replica whose clock is %s that of the holder take a webhook over before its lease is over',
    async (side) => {
      const [one, other] = shared.replicas;
      clocks[side === 'ahead of' ? 1 : 0].advance(MAX_CLOCK_SKEW_MS - 1);
      expect((await one.hold(KEY, undefined)).kind).toBe('held');
      expect((await other.hold(KEY, undefined)).kind).toBe('other');
      expect(await one.keep(KEY, 'position 1')).toBe(true);
    },
  );

  it('RedisWebhooks takes over a lease that Redis does not end once it is over for every clock', async () => {
    const [one, other] = shared.replicas;
    await one.hold(KEY, undefined);
    await shared.redis.persist(nameOf('lease'));
    clocks[1].advance(LEASE_MS + MAX_CLOCK_SKEW_MS - 1);
    expect((await other.hold(KEY, undefined)).kind).toBe('other');
    clocks[1].advance(1);
    expect((await other.hold(KEY, undefined)).kind).toBe('held');
  });

  it('RedisWebhooks gives a webhook to another replica at once when it is released, and only by its holder', async () => {
    const [one, other] = shared.replicas;
    await one.hold(KEY, undefined);
    await other.release(KEY);
    expect((await other.hold(KEY, undefined)).kind).toBe('other');
    await one.release(KEY);
    expect((await other.hold(KEY, undefined)).kind).toBe('held');
  });

  it('RedisWebhooks puts back a position that Redis has lost', async () => {
    await shared.replicas[0].hold(KEY, undefined);
    await shared.replicas[0].keep(KEY, 'position 1');
    await shared.redis.flushall();
    expect(await shared.replicas[1].hold(KEY, 'position 1')).toEqual({
      kind: 'held',
      position: 'position 1',
    });
    expect(await shared.redis.get(nameOf('position'))).toBe(valueOf('position', 'position 1'));
  });

  it.each([
    ['of another secret', valueOf('position', 'position 9', { secret: 'another' })],
    ['of another purpose', valueOf('position', 'position 9', { purpose: 'head' })],
    ['of another network', valueOf('position', 'position 9', { network: 'testnet' })],
    ['without a code', 'position 9'],
  ])('RedisWebhooks does not believe a position %s, and replaces it', async (_, value) => {
    await shared.redis.set(nameOf('position'), value);
    expect(await shared.replicas[0].hold(KEY, 'position 1')).toEqual({
      kind: 'held',
      position: 'position 1',
    });
    expect(shared.forged).toBe(1);
    expect(await shared.redis.get(nameOf('position'))).toBe(valueOf('position', 'position 1'));
  });

  it.each([
    [
      'of another secret',
      () => shared.redis.set(nameOf('position'), valueOf('position', 'p', { secret: 'another' })),
    ],
    ['of a megabyte', () => shared.redis.set(nameOf('position'), 'x'.repeat(1_000_000))],
    ['of another type', () => shared.redis.hset(nameOf('position'), 'field', 'value')],
  ])(
    'RedisWebhooks tells each replica that knows no position that there was one, %s, until one is kept',
    async (_, forge) => {
      await forge();
      const lost = { kind: 'held', position: undefined, isForged: true };
      expect(await shared.replicas[0].hold(KEY, undefined)).toEqual(lost);
      await shared.replicas[0].release(KEY);
      expect(await shared.replicas[1].hold(KEY, undefined)).toEqual(lost);
      expect(shared.forged).toBe(2);
      expect(await shared.replicas[1].keep(KEY, 'position 1')).toBe(true);
      await shared.replicas[1].release(KEY);
      expect(await shared.replicas[0].hold(KEY, undefined)).toEqual({ kind: 'held', position: 'position 1' });
    },
  );

  it('RedisWebhooks reads lease and position of the second secret, and makes its own of the position that it knows', async () => {
    const first = shared.replicas[0];
    await first.hold(KEY, undefined);
    await first.keep(KEY, 'position 1');
    let isUp = false;
    const next = new RedisWebhooks(clocks[1], {
      ...shared.options,
      secret: { own: 'the next secret', second: SECRET },
      onChange: (isFound) => (isUp = isFound),
    });
    await next.start();
    await until(() => isUp);
    expect(await next.hold(KEY, undefined)).toEqual({ kind: 'other', position: 'position 1' });
    await first.release(KEY);
    for (const known of [undefined, 'position 1'])
      expect(await next.hold(KEY, known)).toEqual({ kind: 'held', position: 'position 1' });
    const own = valueOf('position', 'position 1', { secret: 'the next secret' });
    expect(await shared.redis.get(nameOf('position'))).toBe(own);
    next.close();
  });

  it.each([
    ['of another secret', valueOf('lease', `${'0'.repeat(16)}@${NOW_MS + 9_000}`, { secret: 'another' })],
    ['for a day', valueOf('lease', `${'0'.repeat(16)}@${NOW_MS + 86_400_000}`)],
    ['that is over', valueOf('lease', `${'0'.repeat(16)}@${NOW_MS - MAX_CLOCK_SKEW_MS}`)],
    ['of 1 MB', 'x'.repeat(1_000_000)],
  ])('RedisWebhooks takes over a webhook with a lease %s', async (_, value) => {
    await shared.redis.set(nameOf('lease'), value);
    expect((await shared.replicas[0].hold(KEY, undefined)).kind).toBe('held');
    expect((await shared.replicas[1].hold(KEY, undefined)).kind).toBe('other');
  });

  it.each(['lease', 'position'])(
    'RedisWebhooks replaces a key of another type in the place of the %s',
    async (part) => {
      await shared.redis.hset(nameOf(part), 'field', 'value');
      expect((await shared.replicas[0].hold(KEY, 'position 1')).kind).toBe('held');
      expect(await shared.replicas[0].keep(KEY, 'position 2')).toBe(true);
      expect(await shared.redis.type(nameOf(part))).toBe('string');
    },
  );
});
