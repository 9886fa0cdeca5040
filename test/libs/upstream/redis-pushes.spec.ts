import { ManualClock } from '@app/operations';
import { withCode } from '@app/redis';
import { RedisPushes } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const STREAM = 'ctg:pushes';
const NOW_MS = Date.parse('2026-11-26T12:00:00Z');

interface Replica {
  readonly pushes: RedisPushes;
  readonly heard: string[];
  isUp: boolean;
  readonly reports: boolean[];
  forged: number;
}

describe('RedisPushes', () => {
  const clock = new ManualClock(NOW_MS);
  let redis: RedisServer;
  let client: Redis;
  let replicas: [Replica, Replica];

  const start = async (): Promise<Replica> => {
    const replica = { heard: [], isUp: false, reports: [], forged: 0 } as unknown as Replica;
    const pushes = new RedisPushes(clock, {
      ...{ server: { ...redis.server, commandTimeoutMs: 10_000 }, keyPrefix: 'ctg:', secret: SECRET },
      onChange: (isUp) => {
        replica.isUp = isUp;
        replica.reports.push(isUp);
      },
      onForged: () => (replica.forged += 1),
    });
    pushes.onPush(({ network, setsAbi }) => replica.heard.push(`${network} ${setsAbi}`));
    await pushes.start();
    return Object.assign(replica, { pushes });
  };
  beforeEach(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { lazyConnect: true }).on('error', () => undefined);
    replicas = [await start(), await start()];
    await until(() => replicas.every(({ isUp }) => isUp));
  });
  afterEach(async () => {
    client.disconnect();
    for (const { pushes } of replicas) pushes.close();
    await redis.stop();
  });

  it('RedisPushes tells the other replicas of a push, and not the one that pushed', async () => {
    const [one, other] = replicas;
    await one.pushes.announce({ network: 'mainnet', setsAbi: true });
    await other.pushes.announce({ network: 'testnet', setsAbi: false });
    await until(() => one.heard.length > 0 && other.heard.length > 0);
    expect([one.heard, other.heard]).toEqual([['testnet false'], ['mainnet true']]);
  });

  const text = (atMs: number): string => `AAAAAAAAAAA@${atMs}@0@mainnet`;
  const binding = { secret: SECRET, purpose: 'pushed', key: STREAM };
  it.each([
    ['has no code', text(NOW_MS)],
    ['another secret made', withCode(text(NOW_MS), { ...binding, secret: 'another' })],
    ['was made for another use', withCode(text(NOW_MS), { ...binding, purpose: 'head' })],
    ['is hours old', withCode(text(NOW_MS - 7_200_000), binding)],
    ['is long', 'x'.repeat(1_000_000)],
  ])('RedisPushes ignores and reports a message that %s', async (_, message) => {
    const [one, other] = replicas;
    await client.xadd(STREAM, '*', 'm', message);
    await client.xadd(STREAM, '*', 'm', withCode(text(NOW_MS), binding));
    await until(() => one.heard.length > 0 && other.heard.length > 0);
    expect([one.heard, other.heard]).toEqual([['mainnet false'], ['mainnet false']]);
    expect([one.forged, other.forged]).toEqual([1, 1]);
  });

  it.each([
    [
      'an entry with the largest id',
      () => client.xadd(STREAM, '18446744073709551615-18446744073709551615', 'm', 'x'),
    ],
    [
      'an entry with the largest id in a stream that is removed',
      async () => {
        await client.xadd(STREAM, '18446744073709551615-18446744073709551615', 'm', 'x');
        await until(() => replicas.every(({ forged }) => forged > 0));
        await client.del(STREAM);
      },
    ],
    ['a value of another type', () => client.set(STREAM, 'x')],
  ])('RedisPushes hears of pushes again after %s', async (_, write) => {
    const [one, other] = replicas;
    await write();
    await until(async () => {
      await one.pushes.announce({ network: 'mainnet', setsAbi: false });
      return other.heard.length > 0;
    }, 200);
    expect(new Set(other.heard)).toEqual(new Set(['mainnet false']));
  });

  it('RedisPushes is without effect while Redis is lost, and hears of pushes once it is back', async () => {
    const [one, other] = replicas;
    await redis.stop();
    await until(() => replicas.every(({ isUp }) => !isUp));
    await one.pushes.announce({ network: 'mainnet', setsAbi: false });
    redis = await startRedis(redis.port);
    await until(() => replicas.every(({ isUp }) => isUp));
    await one.pushes.announce({ network: 'testnet', setsAbi: false });
    await until(() => other.heard.length > 0);
    expect(other.heard).toEqual(['testnet false']);
    // Each replica has two connections, whose loss is one.
    expect([one.reports, other.reports]).toEqual([
      [true, false, true],
      [true, false, true],
    ]);
  });
});
