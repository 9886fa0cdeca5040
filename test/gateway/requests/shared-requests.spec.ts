import { ManualClock } from '@app/operations';
import { type SharedSecret, withCode } from '@app/redis';
import { Redis } from 'ioredis';
import { textOfRecord } from '../../../apps/gateway/src/composing/requests/request-record';
import { SharedRequests } from '../../../apps/gateway/src/composing/requests/shared-requests';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

const SECRET = 'a text that both replicas have in common';
const NAME = 'mainnet:alice:pay-1';
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
    const isTaken = () => requests.claim('mainnet:alice:first', record('first'), undefined);
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
    expect(await requests.read(NAME)).toEqual(record('forged'));
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
    expect(await requests.read(NAME)).toBeUndefined();
    expect(forged).toBe(1);
    expect(await requests.claim(NAME, record('own'), undefined)).toBeUndefined();
    expect(await requests.read(NAME)).toEqual(record('own'));
    expect(await redis.pttl(KEY)).toBeGreaterThan(0);
  });

  it('SharedRequests replaces an older record that another replica put back meanwhile', async () => {
    const [known, next] = [2, 3].map((expiresAtMs) => ({
      ...record('own'),
      ...{ packedTrx: `0${expiresAtMs}`, expiresAtMs },
    }));
    expect(await requests.claim(NAME, known!, undefined)).toBeUndefined();
    await redis.set(KEY, valueOf());
    expect(await requests.claim(NAME, next!, known)).toBeUndefined();
    await redis.del(KEY);
    expect(await requests.read(NAME)).toEqual(next);
  });

  it.each([
    ['dropped', () => redis.del(KEY)],
    ['overwritten by a value without a code', () => redis.set(KEY, 'x')],
    ['overwritten by an empty value', () => redis.set(KEY, '')],
    ['overwritten by one of another secret', () => redis.set(KEY, valueOf({ secret: 'another' }))],
    ['overwritten by a megabyte', () => redis.set(KEY, 'x'.repeat(1_000_000))],
    ['replaced by a list', () => redis.del(KEY).then(() => redis.lpush(KEY, 'x'))],
  ])('SharedRequests takes no new record for an id whose record was %s', async (_, change) => {
    expect(await requests.claim(NAME, record('own'), undefined)).toBeUndefined();
    const other = await secondReplica();
    await change();
    expect(await other.read(NAME)).toBeUndefined();
    await expect(other.claim(NAME, record('another'), undefined)).rejects.toThrow('Redis dropped the record');
    expect(await requests.read(NAME)).toEqual(record('own'));
    // Another replica may have replaced by a newer one the record that this replica knows.
    const newer = { ...record('own'), packedTrx: '01', expiresAtMs: 2 };
    await expect(requests.claim(NAME, newer, record('own'))).rejects.toThrow('Redis dropped the record');
    // The outcome of the transaction that it knows is no new one.
    const executed = { ...record('own'), block: { num: 7, timeMs: 3 } };
    expect(await requests.claim(NAME, executed, record('own'))).toBeUndefined();
    expect(await other.read(NAME)).toEqual(executed);
    other.close();
  });

  it('SharedRequests answers no record of the secret before, and takes no new one for its id', async () => {
    expect(await requests.claim(NAME, record('own'), undefined)).toBeUndefined();
    const other = await secondReplica('a text that was changed');
    expect(await other.read(NAME)).toBeUndefined();
    await expect(other.claim(NAME, record('another'), undefined)).rejects.toThrow('Redis dropped the record');
    expect(await other.claim('mainnet:alice:pay-2', record('another'), undefined)).toBeUndefined();
    expect(await requests.read(NAME)).toEqual(record('own'));
    other.close();
  });

  it('SharedRequests reads and replaces a record of the second secret, as during a change of it', async () => {
    const [before, next] = [2, 3].map((expiresAtMs) => ({
      ...record('own'),
      ...{ packedTrx: `0${expiresAtMs}`, expiresAtMs },
    }));
    expect(await requests.claim(NAME, before!, undefined)).toBeUndefined();
    const other = await secondReplica({ own: 'the next secret', second: SECRET });
    expect(await other.claim(NAME, next!, undefined)).toEqual(before);
    expect(await other.read(NAME)).toEqual(before);
    expect(await other.claim(NAME, next!, before)).toBeUndefined();
    const changed = await secondReplica('the next secret');
    expect(await changed.read(NAME)).toEqual(next);
    for (const replica of [other, changed]) replica.close();
  });

  it('SharedRequests takes no record into Redis that this replica could not put back, also of many at once', async () => {
    let isUp = false;
    const small = new SharedRequests(new ManualClock(0), {
      server: { ...server.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: SECRET, restoringMs: 100, maxKept: 3 },
      onChange: (isFound) => (isUp = isFound),
    });
    await small.start();
    await until(() => isUp);
    const names = Array.from({ length: 6 }, (_, at) => `mainnet:alice:many-${at}`);
    const results = await Promise.allSettled(
      names.map((name) => small.claim(name, record('own'), undefined)),
    );
    const isKept = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';
    expect(results.map(isKept)).toEqual([true, true, true, false, false, false]);
    await expect(small.claim(names[5]!, record('own'), undefined)).rejects.toThrow('too many request ids');
    expect((await redis.keys(`ctg:{requests}:mainnet:alice:many-*`)).length).toBe(3);
    // Known ones are replaced as before.
    expect(await small.claim(names[0]!, { ...record('own'), expiresAtMs: 2 }, record('own'))).toBeUndefined();
    await redis.flushall();
    await until(async () => (await redis.keys(`ctg:{requests}:mainnet:alice:many-*`)).length === 3);
    small.close();
  });

  it('SharedRequests takes a new record only some time after a connection that broke', async () => {
    const client = (await redis.client('LIST')) as string;
    const own = client.split('\n').find((line) => line.includes('cmd=eval'))!;
    const [, id] = /\bid=(\d+)/.exec(own)!;
    const before = performance.now();
    await redis.client('KILL', 'ID', Number(id));
    await until(() =>
      requests.claim(NAME, record('own'), undefined).then(
        () => true,
        () => false,
      ),
    );
    expect(performance.now() - before).toBeGreaterThan(95);
  });
});
