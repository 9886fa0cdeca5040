import { ManualClock } from '@app/operations';
import { withCode } from '@app/redis';
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
    const [known, next] = [2, 3].map((expiresAtMs) => ({ ...record('own'), expiresAtMs }));
    expect(await requests.claim(NAME, known!, undefined)).toBeUndefined();
    await redis.set(KEY, valueOf());
    expect(await requests.claim(NAME, next!, known)).toBeUndefined();
    await redis.del(KEY);
    expect(await requests.read(NAME)).toEqual(next);
  });

  it('SharedRequests takes no new record for an id whose record Redis dropped, and puts back one that it knows', async () => {
    expect(await requests.claim(NAME, record('own'), undefined)).toBeUndefined();
    await redis.del(KEY);
    const other = new SharedRequests(new ManualClock(0), {
      server: { ...server.server, commandTimeoutMs: 10_000 },
      ...{ keyPrefix: 'ctg:', secret: SECRET, restoringMs: 100 },
      onChange: () => undefined,
    });
    await other.start();
    expect(await other.read(NAME)).toBeUndefined();
    await expect(other.claim(NAME, record('another'), undefined)).rejects.toThrow('Redis dropped the record');
    expect(await redis.exists(KEY)).toBe(0);
    expect(await requests.read(NAME)).toEqual(record('own'));
    other.close();
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
