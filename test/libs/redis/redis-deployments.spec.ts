import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadSettings, systemClock } from '@app/operations';
import { RedisHeads, RedisPushes, SharedHolders } from '@app/upstream/redis';
import { Redis } from 'ioredis';
import type { Count } from '../../../libs/rate-limit/src/hit-counter';
import { RedisCounter } from '../../../libs/rate-limit/src/redis-counter';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';
import { type Certificates, makeCertificates, tlsOptions } from './support/certificates';
import { RedisCluster } from './support/redis-cluster';
import { SentinelGroup } from './support/sentinel-group';

const ROOT = path.resolve(__dirname, '../../..');

/** Parts of one replica of the gateway that use Redis, by the settings of environment variables. */
class Replica {
  readonly reports: { readonly isUp: boolean; readonly reason: string }[] = [];
  /** Parts that have Redis now. */
  readonly #up = new Set<string>();
  readonly counter: RedisCounter;
  readonly holders: SharedHolders;
  readonly heads: RedisHeads;
  readonly pushes: RedisPushes;
  readonly heard: string[] = [];
  #next: () => void = () => undefined;

  constructor(env: NodeJS.ProcessEnv) {
    const server = loadSettings({ REDIS_COMMAND_TIMEOUT_MS: '10000', ...env }).redis!;
    const options = { server, keyPrefix: server.keyPrefix, secret: 'of this deployment' };
    this.counter = new RedisCounter({
      ...options,
      onChange: (isUp, reason) => {
        this.reports.push({ isUp, reason });
        this.#changed('counter', isUp);
      },
    });
    const onChange = (part: string) => (isUp: boolean) => this.#changed(part, isUp);
    this.holders = new SharedHolders(systemClock, { ...options, onChange: onChange('holders') });
    this.heads = new RedisHeads(systemClock, { ...options, onChange: onChange('heads') });
    this.pushes = new RedisPushes(systemClock, { ...options, onChange: onChange('pushes') });
    this.pushes.onPush(({ network }) => this.heard.push(network));
  }

  async start(): Promise<this> {
    await Promise.all([this.counter, this.holders, this.heads, this.pushes].map((part) => part.start()));
    return this;
  }

  /** Counts in Redis, as soon as it can. */
  async hitOnceShared(key: string): Promise<Count> {
    for (;;) {
      const count = await this.counter.hit(key).catch(() => undefined);
      if (count !== undefined) return count;
      await this.reported(true);
    }
  }

  async reported(isUp: boolean): Promise<void> {
    while (this.reports.at(-1)?.isUp !== isUp) await this.#change();
  }

  /** Resolves when each part has Redis: at once, or later on a busy machine. */
  async connected(): Promise<this> {
    while (this.#up.size < 4) await this.#change();
    return this;
  }

  /** Resolves when Redis is lost for a reason that matches, or found. */
  async refused(reason: RegExp): Promise<void> {
    while (!this.counter.isUp && !reason.test(this.reports.at(-1)?.reason ?? '')) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => (this.#next = resolve));
  }

  #changed(part: string, isUp: boolean): void {
    if (isUp) this.#up.add(part);
    else this.#up.delete(part);
    this.#next();
  }

  close(): void {
    for (const part of [this.counter, this.holders, this.heads, this.pushes]) part.close();
  }
}

let replicas: Replica[] = [];
const startReplica = async (env: NodeJS.ProcessEnv): Promise<Replica> => {
  const replica = new Replica(env);
  replicas.push(replica);
  return replica.start();
};
const connectReplica = async (env: NodeJS.ProcessEnv): Promise<Replica> =>
  (await startReplica(env)).connected();
afterEach(() => {
  for (const replica of replicas) replica.close();
  replicas = [];
});

/** Calls of `expectShared`: each has keys of its own. */
let calls = 0;

/** Two replicas count, remember a push, raise a head and hear of a push in common. */
async function expectShared(env: NodeJS.ProcessEnv): Promise<readonly [Replica, Replica]> {
  const [one, other] = [await connectReplica(env), await connectReplica(env)];
  const call = (calls += 1);
  const clients = Array.from({ length: 20 }, (_, index) => `read:10.0.${call}.${index}`);
  const hits = await Promise.all(
    clients.flatMap((client) => [one, other].map(({ counter }) => counter.hit(client))),
  );
  expect(hits.map((count) => count.hits).sort()).toEqual([...clients.map(() => 1), ...clients.map(() => 2)]);
  await one.holders.add('mainnet', `transaction ${call}`, 'node-1', 10_000);
  expect([...(await other.holders.of('mainnet', `transaction ${call}`))]).toEqual(['node-1']);
  await one.heads.raise('mainnet', 100 + call);
  expect(await other.heads.raise('mainnet', 90)).toBe(100 + call);
  await one.pushes.announce({ network: `network${call}`, setsAbi: false });
  await until(() => other.heard.includes(`network${call}`));
  return [one, other];
}

describe('Redis behind Sentinels', () => {
  /** The last test of a group takes its master away. */
  let groups: readonly SentinelGroup[];
  beforeAll(async () => {
    groups = await Promise.all([SentinelGroup.start(), SentinelGroup.start()]);
  });
  afterAll(() => Promise.all(groups.map((group) => group.stop())));

  it('Redis behind Sentinels is shared by replicas that know the Sentinels alone', async () => {
    await expectShared(groups[0]!.env);
  });

  it('Redis behind Sentinels is down, with the reason, when the password of the Sentinels is wrong', async () => {
    const replica = await startReplica({ ...groups[0]!.env, REDIS_SENTINEL_PASSWORD: 'hunter2' });
    await replica.refused(/Sentinel|WRONGPASS/);
    expect(replica.counter.isUp).toBe(false);
    expect(JSON.stringify(replica.reports)).not.toContain('hunter2');
  });

  it.each([
    ['killMaster', 0],
    ['freezeMaster', 1],
  ] as const)('Redis behind Sentinels is found again at the new master after %s', async (fault, index) => {
    const group = groups[index]!;
    const [one, other] = await expectShared({ ...group.env, REDIS_COMMAND_TIMEOUT_MS: '2500' });
    await group[fault]();
    const hits = [one, other].map(({ counter }) => expect(counter.hit('during')).rejects.toThrow());
    await Promise.all(hits);
    expect((await one.hitOnceShared('after')).hits).toBe(1);
    expect((await other.hitOnceShared('after')).hits).toBe(2);
  });
});

describe('a Redis Cluster', () => {
  let cluster: RedisCluster;
  let clusterOverTls: RedisCluster;
  beforeAll(async () => {
    const starting = [RedisCluster.start(), RedisCluster.start(makeCertificates())] as const;
    [cluster, clusterOverTls] = await Promise.all(starting);
  });
  afterAll(() => Promise.all([cluster.stop(), clusterOverTls.stop()]));

  it('a Redis Cluster is shared by replicas that know some of its nodes, with keys on all of them', async () => {
    await expectShared(cluster.env);
    expect((await cluster.keys()).every((count) => count > 0)).toBe(true);
  });

  it('a Redis Cluster is used again when the replica of a lost node has taken over', async () => {
    const [one] = await expectShared(cluster.env);
    cluster.killMaster(0);
    const clients = Array.from({ length: 30 }, (_, index) => `lost:${index}`);
    const hit = () => Promise.allSettled(clients.map((client) => one.counter.hit(client)));
    while ((await hit()).every(({ status }) => status === 'fulfilled')) await new Promise(setImmediate);
    await one.reported(true);
    expect((await hit()).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('a Redis Cluster is reached over TLS with a certificate and a password', async () => {
    await expectShared(clusterOverTls.env);
  });
});

describe('Redis over TLS', () => {
  let certificates: Certificates;
  let server: RedisServer;
  beforeAll(async () => {
    certificates = makeCertificates();
    server = await startRedis(undefined, [...tlsOptions(certificates), '--loglevel', 'verbose']);
  });
  afterAll(() => server.stop());
  const env = () => ({
    REDIS_URL: server.url,
    REDIS_TLS_CA_FILE: certificates.ca,
    REDIS_TLS_CERT_FILE: certificates.client.cert,
    REDIS_TLS_KEY_FILE: certificates.client.key,
    REDIS_TLS_SERVER_NAME: 'redis.internal',
  });

  it('Redis over TLS is shared by replicas with the authority and a client certificate', async () => {
    await expectShared(env());
  });

  it.each([
    ['by an unknown authority', { REDIS_TLS_CA_FILE: undefined }, /certificate|issuer/],
    ['for another name', { REDIS_TLS_SERVER_NAME: 'elsewhere.internal' }, /does not match certificate/],
  ])('Redis over TLS is not used with a certificate %s', async (_name, other, reason) => {
    const replica = await startReplica({ ...env(), ...other });
    await replica.refused(reason);
    expect(replica.counter.isUp).toBe(false);
  });

  it('Redis over TLS is not used without a client certificate, which Redis asks for', async () => {
    const without = { REDIS_TLS_CERT_FILE: undefined, REDIS_TLS_KEY_FILE: undefined };
    const replica = await startReplica({ ...env(), ...without });
    // Redis ends the connection: the client reads an alert, an end or a reset.
    await replica.refused(/certificate|closed|ECONNRESET/);
    expect(replica.counter.isUp).toBe(false);
    await until(() => server.log.some((line) => line.includes('peer did not return a certificate')));
  });
});

describe('Redis with users', () => {
  const page = readFileSync(path.join(ROOT, 'docs', 'how-to', 'operate.md'), 'utf8');
  const [, list = ''] = /A user needs `([^`]+)`/.exec(page) ?? [];
  const COMMANDS = list.split(' ');
  let server: RedisServer;
  beforeAll(async () => {
    const user = ['gateway', 'on', '>secret', 'resetkeys', '~shop:*', '-@all', ...COMMANDS];
    server = await startRedis(undefined, ['--requirepass', 'of-the-administrator', '--user', ...user]);
  });
  afterAll(() => server.stop());
  const env = () => ({
    REDIS_URL: server.url,
    REDIS_USERNAME: 'gateway',
    REDIS_PASSWORD: 'secret',
    REDIS_KEY_PREFIX: 'shop:',
  });

  it('Redis with users is shared by a user that may use the documented commands on keys with the prefix alone', async () => {
    await expectShared(env());
  });

  it('Redis with users needs every command of a script, as the documentation says', () => {
    const sources = globSync('{apps,libs}/**/*.ts', { cwd: ROOT }).map((file) =>
      readFileSync(path.join(ROOT, file), 'utf8'),
    );
    const used = new Set(
      sources.flatMap((text) => [...text.matchAll(/redis\.call\('([A-Z]+)'/g)].map(([, name]) => name!)),
    );
    expect(used.size).toBeGreaterThan(15);
    expect([...used].filter((name) => !COMMANDS.includes(`+${name.toLowerCase()}`))).toEqual([]);
  });

  it('Redis with users is down for a prefix that the user may not use', async () => {
    const replica = await startReplica({ ...env(), REDIS_KEY_PREFIX: 'other:' });
    await replica.refused(/NOPERM|No permissions/);
    expect(replica.counter.isUp).toBe(false);
  });

  it('keys in Redis expire, and each is below 300 bytes, but for the one stream of pushes', async () => {
    const { counter, holders } = await connectReplica(env());
    const ipv6 = Array.from({ length: 30 }, (_, index) => `relay-refused:2001:db8:85a3:${index}::/64`);
    await Promise.all(ipv6.map((key) => counter.hit(key)));
    await holders.add('mainnet', 'f'.repeat(64), 'https://node-1.example.org', 60_000);
    const admin = new Redis(server.url, { password: 'of-the-administrator' });
    const keys = await admin.keys('*');
    expect(keys.length).toBeGreaterThan(30);
    for (const key of keys) {
      const left = await admin.pttl(key);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(60_000);
      // Redis reserves 4 KiB for the first entries of a stream.
      expect(await admin.memory('USAGE', key)).toBeLessThan(key === 'shop:pushes' ? 8_192 : 300);
    }
    admin.disconnect();
  });
});
