import { ManualClock } from '@app/operations';
import { type SharedSecret, withCode } from '@app/redis';
import { Redis } from 'ioredis';
import { textOfRecord } from '../../../apps/gateway/src/composing/requests/request-record';
import { TooManyRequestsError } from '../../../apps/gateway/src/composing/requests/request-store';
import { SharedRequests } from '../../../apps/gateway/src/composing/requests/shared-requests';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const NAME = 'mainnet:alice:pay-1';
const CLIENT = '192.0.2.1';
const MAX_IDS = 200_000;
const KEY = `ctg:{requests}:${NAME}`;
const record = (fingerprint: string) => ({ fingerprint, packedTrx: '00', expiresAtMs: 1 });
const valueOf = ({ secret = SECRET, purpose = 'request', key = KEY } = {}): string =>
  withCode(textOfRecord(record('forged')), { secret, purpose, key });

describe('SharedRequests', () => {
  let server: RedisServer;
  let redis: Redis;
  let requests: SharedRequests;
  let forged: number;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    forged = 0;
    let isUp = false;
    requests = new SharedRequests(new ManualClock(0), {
      server: { ...server.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: SECRET, restoringMs: 100 },
      onChange: (isFound) => (isUp = isFound),
      onForged: () => (forged += 1),
    });
    await requests.start();
    await until(() => isUp);
    const isTaken = () => requests.claim('mainnet:alice:first', record('first'), undefined, CLIENT);
    await until(() =>
      isTaken().then(
        () => true,
        () => false,
      ),
    );
  });
  const secondReplica = async (secret: SharedSecret = SECRET): Promise<SharedRequests> => {
    let isUp = false;
    const other = new SharedRequests(new ManualClock(0), {
      server: { ...server.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret, restoringMs: 100 },
      onChange: (isFound) => (isUp = isFound),
    });
    await other.start();
    await until(() => isUp);
    return other;
  };
  afterEach(() => {
    requests.close();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('SharedRequests reads an authentic record', async () => {
    await redis.set(KEY, valueOf());
    expect(await requests.read(NAME, CLIENT)).toEqual(record('forged'));
    expect(forged).toBe(0);
  });

  it.each([
    ['without a code', () => redis.set(KEY, textOfRecord(record('forged')))],
    ['with another secret', () => redis.set(KEY, valueOf({ secret: 'another' }))],
    ['of another purpose', () => redis.set(KEY, valueOf({ purpose: 'push' }))],
    ['of another account', () => redis.set(KEY, valueOf({ key: KEY.replace('alice', 'bob') }))],
    ['of a megabyte', () => redis.set(KEY, 'x'.repeat(1_000_000))],
    ['as a list', () => redis.lpush(KEY, 'x')],
  ])('SharedRequests ignores a record %s, reports it, and replaces it', async (_, forge) => {
    await forge();
    expect(await requests.read(NAME, CLIENT)).toBeUndefined();
    expect(forged).toBe(1);
    expect(await requests.claim(NAME, record('own'), undefined, CLIENT)).toBeUndefined();
    expect(await requests.read(NAME, CLIENT)).toEqual(record('own'));
    expect(await redis.pttl(KEY)).toBeGreaterThan(0);
  });

  it('SharedRequests replaces an older record that another replica put back meanwhile', async () => {
    const [known, next] = [2, 3].map((expiresAtMs) => ({
      ...record('own'),
      ...{ packedTrx: `0${expiresAtMs}`, expiresAtMs },
    }));
    expect(await requests.claim(NAME, known!, undefined, CLIENT)).toBeUndefined();
    await redis.set(KEY, valueOf());
    expect(await requests.claim(NAME, next!, known, CLIENT)).toBeUndefined();
    await redis.del(KEY);
    expect(await requests.read(NAME, CLIENT)).toEqual(next);
  });

  it.each([
    ['dropped', () => redis.del(KEY)],
    ['overwritten by a value without a code', () => redis.set(KEY, 'x')],
    ['overwritten by an empty value', () => redis.set(KEY, '')],
    ['overwritten by one of another secret', () => redis.set(KEY, valueOf({ secret: 'another' }))],
    ['overwritten by a megabyte', () => redis.set(KEY, 'x'.repeat(1_000_000))],
    ['replaced by a list', () => redis.del(KEY).then(() => redis.lpush(KEY, 'x'))],
  ])('SharedRequests takes no new record for an id whose record was %s', async (_, change) => {
    expect(await requests.claim(NAME, record('own'), undefined, CLIENT)).toBeUndefined();
    const other = await secondReplica();
    await change();
    expect(await other.read(NAME, CLIENT)).toBeUndefined();
    await expect(other.claim(NAME, record('another'), undefined, CLIENT)).rejects.toThrow(
      'Redis dropped the record',
    );
    expect(await requests.read(NAME, CLIENT)).toEqual(record('own'));
    // Another replica may have replaced by a newer one the record that this replica knows.
    const newer = { ...record('own'), packedTrx: '01', expiresAtMs: 2 };
    await expect(requests.claim(NAME, newer, record('own'), CLIENT)).rejects.toThrow(
      'Redis dropped the record',
    );
    // The outcome of the transaction that it knows is no new one.
    const executed = { ...record('own'), block: { num: 7, timeMs: 3 } };
    expect(await requests.claim(NAME, executed, record('own'), CLIENT)).toBeUndefined();
    expect(await other.read(NAME, CLIENT)).toEqual(executed);
    other.close();
  });

  it('SharedRequests answers no record of the secret before, and takes no new one for its id', async () => {
    expect(await requests.claim(NAME, record('own'), undefined, CLIENT)).toBeUndefined();
    const other = await secondReplica('a text that was changed');
    expect(await other.read(NAME, CLIENT)).toBeUndefined();
    await expect(other.claim(NAME, record('another'), undefined, CLIENT)).rejects.toThrow(
      'Redis dropped the record',
    );
    expect(await other.claim('mainnet:alice:pay-2', record('another'), undefined, CLIENT)).toBeUndefined();
    expect(await requests.read(NAME, CLIENT)).toEqual(record('own'));
    other.close();
  });

  it('SharedRequests reads and replaces a record of the second secret, as during a change of it', async () => {
    const [before, next] = [2, 3].map((expiresAtMs) => ({
      ...record('own'),
      ...{ packedTrx: `0${expiresAtMs}`, expiresAtMs },
    }));
    expect(await requests.claim(NAME, before!, undefined, CLIENT)).toBeUndefined();
    const other = await secondReplica({ own: 'the next secret', second: SECRET });
    expect(await other.claim(NAME, next!, undefined, CLIENT)).toEqual(before);
    expect(await other.read(NAME, CLIENT)).toEqual(before);
    expect(await other.claim(NAME, next!, before, CLIENT)).toBeUndefined();
    const changed = await secondReplica('the next secret');
    expect(await changed.read(NAME, CLIENT)).toEqual(next);
    for (const replica of [other, changed]) replica.close();
  });

  it('SharedRequests takes no record into Redis that this replica could not put back, also of many at once', async () => {
    let isUp = false;
    const small = new SharedRequests(new ManualClock(0), {
      server: { ...server.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: SECRET, restoringMs: 100, maxKept: 6 },
      onChange: (isFound) => (isUp = isFound),
    });
    await small.start();
    await until(() => isUp);
    const names = Array.from({ length: 6 }, (_, at) => `mainnet:alice:many-${at}`);
    const results = await Promise.allSettled(
      names.map((name) => small.claim(name, record('own'), undefined, CLIENT)),
    );
    const isKept = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';
    expect(results.map(isKept)).toEqual([true, true, true, false, false, false]);
    await expect(small.claim(names[5]!, record('own'), undefined, CLIENT)).rejects.toThrow(
      'too many request ids',
    );
    expect((await redis.keys(`ctg:{requests}:mainnet:alice:many-*`)).length).toBe(3);
    // Known ones are replaced as before.
    expect(
      await small.claim(names[0]!, { ...record('own'), expiresAtMs: 2 }, record('own'), CLIENT),
    ).toBeUndefined();
    await redis.flushall();
    await until(async () => (await redis.keys(`ctg:{requests}:mainnet:alice:many-*`)).length === 3);
    small.close();
  });

  describe('with room for ten more ids, the others of a replica that counts none', () => {
    const held = () => redis.keys('ctg:{requests}:ids:*');
    const claim = (replica: SharedRequests, id: string, client: string) =>
      replica.claim(`mainnet:alice:${id}`, record(id), undefined, client).then(
        () => 'kept' as const,
        (error: unknown) => error,
      );
    beforeEach(async () => {
      const ends = Date.now() + 3_600_000;
      const ids = Array.from({ length: MAX_IDS - 10 }, (_, at) => [ends, `of-others-${at}`]);
      await redis.del('ctg:{requests}:ids', ...(await held()));
      while (ids.length > 0) await redis.zadd('ctg:{requests}:ids', ...ids.splice(0, 10_000).flat());
    });

    it('SharedRequests keeps a quarter of it for one client, at all replicas together, and a part for others', async () => {
      const other = await secondReplica();
      await until(() => claim(other, 'a-0', 'a').then((result) => result === 'kept'));
      const answers = await Promise.all(
        [1, 2, 3, 4].map((at) => claim(at % 2 === 0 ? requests : other, `a-${at}`, 'a')),
      );
      expect(answers.filter((answer) => answer === 'kept')).toHaveLength(1);
      const refused = await claim(requests, 'a-5', 'a');
      expect(refused).toBeInstanceOf(TooManyRequestsError);
      expect(refused).toMatchObject({ own: 2 });
      expect((refused as TooManyRequestsError).waitSeconds).toBeGreaterThan(86_000);
      const kept: string[] = [];
      for (const client of ['b', 'b', 'b', 'c', 'c', 'd', 'e'])
        if ((await claim(other, `${client}-${kept.length}`, client)) === 'kept') kept.push(client);
      expect(kept).toEqual(['b', 'b', 'c', 'd', 'e']);
      const full = await claim(requests, 'f-1', 'f');
      expect(full).toMatchObject({ own: 0 });
      expect((full as TooManyRequestsError).waitSeconds).toBeLessThanOrEqual(3_600);
      other.close();
    });

    it('SharedRequests replaces ids that the client holds without room, and those of another client only with room', async () => {
      for (const [id, client] of ['a-1 a', 'a-2 a', 'b-1 b', 'b-2 b'].map((each) => each.split(' ')))
        expect(await claim(requests, id!, client!)).toBe('kept');
      const renew = (id: string, client: string) =>
        requests.claim(`mainnet:alice:${id}`, renewed, record(id), client);
      const renewed = { ...record('renewed'), packedTrx: '01', expiresAtMs: 2 };
      await expect(renew('a-1', 'b')).rejects.toThrow(TooManyRequestsError);
      expect(await requests.read('mainnet:alice:a-1', 'b')).toEqual(record('a-1'));
      expect(await renew('a-1', 'a')).toBeUndefined();
      const executed = { ...record('a-2'), block: { num: 7, timeMs: 3 } };
      expect(await requests.claim('mainnet:alice:a-2', executed, record('a-2'), 'b')).toBeUndefined();
    });

    it('SharedRequests answers the id of a replica that counts none, and replaces its record with room', async () => {
      for (const id of ['old-1', 'old-2']) expect(await claim(requests, id, 'a')).toBe('kept');
      await redis.del(...(await held()));
      const other = await secondReplica();
      const renewed = { ...record('renewed'), packedTrx: '01', expiresAtMs: 2 };
      const renew = (id: string) =>
        other.claim(`mainnet:alice:${id}`, renewed, record(id), 'b').catch((error: unknown) => error);
      await until(() => renew('old-1').then((result) => result === undefined));
      expect(await claim(other, 'b-2', 'b')).toBe('kept');
      expect(await renew('old-2')).toMatchObject({ own: 2 });
      expect(await other.read('mainnet:alice:old-2', 'b')).toEqual(record('old-2'));
      other.close();
    });

    it('SharedRequests has room again when the ids of the client are forgotten, and puts back who holds them', async () => {
      for (const id of ['a-1', 'a-2']) expect(await claim(requests, id, 'a')).toBe('kept');
      const [key] = await held();
      expect(await redis.pttl(key!)).toBeGreaterThan(86_000_000);
      const [oldest] = await redis.zrange(key!, '0', '0');
      await redis.zadd(key!, Date.now() - 1, oldest!);
      expect(await claim(requests, 'a-3', 'a')).toBe('kept');
      expect(await claim(requests, 'a-4', 'a')).toMatchObject({ own: 2 });
      await redis.flushall();
      await until(async () => (await held()).length === 2 && (await redis.zcard(key!)) === 3);
    });

    it('SharedRequests counts anew where another program has put another value in the place of the ids', async () => {
      expect(await claim(requests, 'a-1', 'a')).toBe('kept');
      const [key] = await held();
      await redis.set(key!, 'x');
      for (const id of ['a-2', 'a-3']) expect(await claim(requests, id, 'a')).toBe('kept');
      expect(await claim(requests, 'a-4', 'a')).toMatchObject({ own: 2 });
    });
  });

  it('SharedRequests takes a new record only some time after a connection that broke', async () => {
    const client = (await redis.client('LIST')) as string;
    const own = client.split('\n').find((line) => line.includes('cmd=eval'))!;
    const [, id] = /\bid=(\d+)/.exec(own)!;
    const before = performance.now();
    await redis.client('KILL', 'ID', Number(id));
    await until(() =>
      requests.claim(NAME, record('own'), undefined, CLIENT).then(
        () => true,
        () => false,
      ),
    );
    expect(performance.now() - before).toBeGreaterThan(95);
  });
});
