import { systemClock } from '@app/operations';
import { RedisAnswers } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const MAX_BYTES = 65_536;
const KEPT_MS = 60_000;
const ANSWER = {
  ...{ status: 200, contentType: 'application/json', node: 'a', headBlock: 7 },
  bytes: Buffer.from('{"a":1}'),
};

describe('RedisAnswers', () => {
  let server: RedisServer;
  let redis: Redis;
  let answers: RedisAnswers;
  let forged: number;
  const losses: string[] = [];
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    let isUp = false;
    answers = new RedisAnswers(systemClock, {
      server: { ...server.server, commandTimeoutMs: 10_000 },
      keyPrefix: 'ctg:',
      secret: 'a text that all replicas have in common',
      maxBytes: MAX_BYTES,
      keptMs: KEPT_MS,
      onChange: (now, reason) => {
        isUp = now;
        if (!now) losses.push(reason);
      },
      onForged: () => (forged += 1),
    });
    await answers.start();
    await until(() => isUp);
  });
  beforeEach(async () => {
    await redis.flushall();
    forged = 0;
  });
  afterAll(async () => {
    answers.close();
    redis.disconnect();
    await server.stop();
  });

  /** Key of the only answer. */
  const entryKey = async (): Promise<string> =>
    (await redis.keys('ctg:{answers}:*')).find((key) => !/:(?:index|bytes)$/.test(key)) ?? '';

  it.each([
    ['a large value', (key: string) => redis.set(key, 'x'.repeat(5_000_000))],
    ['another type', (key: string) => redis.del(key).then(() => redis.rpush(key, 'a'))],
    ['other bytes', (key: string) => redis.append(key, ' ')],
    ['the value of another key', (key: string) => redis.copy('ctg:other', key, 'REPLACE')],
  ])(
    'RedisAnswers ignores %s in place of an answer, reports it, and keeps the next one',
    async (_, forge) => {
      await answers.set('other', ANSWER);
      await redis.rename(await entryKey(), 'ctg:other');
      await answers.set('asked', ANSWER);
      expect((await answers.get('asked'))?.reply).toEqual(ANSWER);
      await forge(await entryKey());
      expect(await answers.get('asked')).toBeUndefined();
      expect(forged).toBe(1);
      await answers.set('asked', ANSWER);
      expect((await answers.get('asked'))?.reply).toEqual(ANSWER);
      expect(losses).toEqual([]);
    },
  );

  it('RedisAnswers leaves a key of another kind alone that a forged member of the index names', async () => {
    await redis.set('ctg:holders:mainnet:a', 'kept');
    await redis.zadd('ctg:{answers}:index', 0, '1:ctg:holders:mainnet:a');
    await answers.set('asked', ANSWER);
    expect((await answers.get('asked'))?.reply).toEqual(ANSWER);
    expect(await redis.get('ctg:holders:mainnet:a')).toBe('kept');
  });

  it('RedisAnswers counts the bytes of what it dropped, also where the answer has no place yet', async () => {
    const [kept, dropped, bytes] = [500, 1_000, 100];
    for (let index = 0; index < kept + dropped; index += 1)
      await redis.zadd('ctg:{answers}:index', index, `${bytes}:ctg:{answers}:${index}`);
    await redis.set('ctg:{answers}:bytes', (kept + dropped) * bytes);
    await answers.set('asked', ANSWER);
    expect(await redis.zcard('ctg:{answers}:index')).toBe(kept);
    expect(await redis.get('ctg:{answers}:bytes')).toBe(String(kept * bytes));
  });

  it.each([
    ['an index of another type', () => redis.set('ctg:{answers}:index', 'x')],
    ['an index with other members', () => redis.zadd('ctg:{answers}:index', 1, 'x', 2, '7', 3, ':y')],
    ['a number of bytes that is none', () => redis.set('ctg:{answers}:bytes', 'x'.repeat(1_000))],
    ['a huge number of bytes', () => redis.set('ctg:{answers}:bytes', '9'.repeat(20))],
    [
      'bytes of another type',
      () => redis.del('ctg:{answers}:bytes').then(() => redis.rpush('ctg:{answers}:bytes', 1)),
    ],
  ])('RedisAnswers keeps answers beside %s', async (_, forge) => {
    await answers.set('first', ANSWER);
    await forge();
    await answers.set('second', ANSWER);
    await answers.set('third', ANSWER);
    expect((await answers.get('third'))?.reply).toEqual(ANSWER);
    expect(Number(await redis.get('ctg:{answers}:bytes'))).toBeLessThanOrEqual(MAX_BYTES);
    expect(losses).toEqual([]);
  });
});
