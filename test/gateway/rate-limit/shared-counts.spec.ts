import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { freePorts } from '../../harness/process/ports';
import { type RedisServer, startRedis } from '../../harness/process/redis';

const LIMIT = 10;

/** Passes bytes on to Redis until the spec holds them back, as a network that lost its other end does. */
class Line {
  readonly #sockets = new Set<Socket>();
  #isHeld = false;

  private constructor(
    readonly port: number,
    private readonly server: Server,
  ) {}

  static async to(redis: RedisServer): Promise<Line> {
    const port = await freePorts();
    const server = createServer();
    const line = new Line(port, server);
    server.on('connection', (near) => {
      const far = connect(redis.port, '127.0.0.1');
      for (const socket of [near, far]) {
        line.#sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => line.#sockets.delete(socket));
      }
      near.on('data', (chunk) => line.#isHeld || far.write(chunk));
      far.on('data', (chunk) => line.#isHeld || near.write(chunk));
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return line;
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  close(): void {
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

describe('counts shared through Redis', () => {
  let redis: RedisServer;
  let replicas: Platform[];

  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(replicas.map(({ app }) => app.close()));
    await redis.stop();
  });

  const startReplicas = (url: string, count = 2, env: NodeJS.ProcessEnv = {}) =>
    Promise.all(
      Array.from({ length: count }, () =>
        startPlatform({ REDIS_URL: url, RATE_LIMIT_READ: String(LIMIT), ...env }),
      ),
    );

  const statusOf = async (replica: Platform) => {
    const answer = await replica.call('get_echo');
    await answer.bytes();
    return answer.status;
  };

  const remainingOf = async (replica: Platform) => {
    const answer = await replica.call('get_echo');
    await answer.bytes();
    return Number(answer.headers.get('ratelimit-remaining'));
  };

  interface Readyz {
    readonly ready: boolean;
    readonly checks: { readonly redis: { readonly ok: boolean; readonly detail: string } };
  }

  const readinessOf = async ({ managementUrl }: Platform) => {
    const answer = await fetch(`${managementUrl}/readyz`);
    return { status: answer.status, ...((await answer.json()) as Readyz) };
  };

  const isShared = async (replica: Platform, wanted: boolean) => {
    while ((await readinessOf(replica)).checks.redis.ok !== wanted) await delay(20);
  };

  const metricsOf = async ({ managementUrl }: Platform) => (await fetch(`${managementUrl}/metrics`)).text();

  it('counts shared through Redis are one count for all replicas', async () => {
    replicas = await startReplicas(redis.url);
    const [one, other] = replicas as [Platform, Platform];
    const remaining: number[] = [];
    for (let call = 0; call < LIMIT / 2; call++)
      remaining.push(await remainingOf(one), await remainingOf(other));
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect([await statusOf(one), await statusOf(other)]).toEqual([429, 429]);
    expect(await readinessOf(one)).toMatchObject({ ready: true, checks: { redis: { ok: true } } });
    expect(await metricsOf(one)).toContain('gateway_redis_up{use="rate-limit"} 1');
  });

  it('counts shared through Redis are exact when requests of one client arrive at all replicas at once', async () => {
    replicas = await startReplicas(redis.url);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_unused, call) => statusOf(replicas[call % 2]!)),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(answers.filter((status) => status === 429)).toHaveLength(40 - LIMIT);
  });

  it('become counts of each replica when Redis dies, and are shared again when it is back', async () => {
    replicas = await startReplicas(redis.url);
    const [one, other] = replicas as [Platform, Platform];
    expect([await remainingOf(one), await remainingOf(other)]).toEqual([9, 8]);

    await redis.stop();
    const lost: number[] = [];
    for (let call = 0; call < 3; call++) lost.push(await remainingOf(one), await remainingOf(other));
    expect(lost).toEqual([9, 9, 8, 8, 7, 7]);
    await isShared(one, false);
    const readiness = await readinessOf(one);
    expect(readiness).toMatchObject({ status: 200, ready: true });
    expect(readiness.checks.redis.detail).toContain('this replica counts by itself');
    expect(await metricsOf(one)).toContain('gateway_redis_up{use="rate-limit"} 0');

    redis = await startRedis(redis.port);
    await Promise.all([isShared(one, true), isShared(other, true)]);
    // A new Redis begins at nought.
    expect([await remainingOf(one), await remainingOf(other)]).toEqual([9, 8]);
  });

  it('counts shared through Redis are served while Redis dies under load: no request fails', async () => {
    replicas = await startReplicas(redis.url, 1);
    const [replica] = replicas as [Platform];
    const answers: number[] = [];
    const keepCalling = async () => {
      while (answers.length < 200) answers.push(await statusOf(replica));
    };
    const load = Promise.all([keepCalling(), keepCalling(), keepCalling(), keepCalling()]);
    while (answers.length < 50) await delay(1);
    await redis.stop();
    await load;
    expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });

  it('counts shared through Redis wait for no answer of a Redis that went silent, and find it again', async () => {
    const line = await Line.to(redis);
    replicas = await startReplicas(`redis://127.0.0.1:${line.port}`, 1, { REDIS_COMMAND_TIMEOUT_MS: '2000' });
    const [replica] = replicas as [Platform];
    expect(await remainingOf(replica)).toBe(9);

    line.hold();
    expect(await remainingOf(replica)).toBe(9); // this one waited out the timeout, then counted locally
    expect((await readinessOf(replica)).checks.redis).toMatchObject({
      ok: false,
      detail: expect.stringContaining('timed out') as string,
    });
    expect(await remainingOf(replica)).toBe(8);

    line.release();
    await isShared(replica, true);
    // Redis has counted the first alone.
    expect(await remainingOf(replica)).toBe(8);
    line.close();
  });

  it('counts shared through Redis begin locally when Redis is not there at the start', async () => {
    const { port } = redis;
    await redis.stop();
    replicas = await startReplicas(`redis://127.0.0.1:${port}`, 1);
    const [replica] = replicas as [Platform];
    expect(await remainingOf(replica)).toBe(9);
    redis = await startRedis(port);
    await isShared(replica, true);
    expect(await remainingOf(replica)).toBe(9);
  });

  it('the log says why a Redis refuses, without the password', async () => {
    const admin = new Redis(redis.url);
    await admin.config('SET', 'requirepass', 'another');
    admin.disconnect();
    replicas = await startReplicas(redis.url.replace('//', '//:hunter2@'), 1);
    const [replica] = replicas as [Platform];
    expect(await remainingOf(replica)).toBe(9);
    const { checks } = await readinessOf(replica);
    expect(checks.redis.ok).toBe(false);
    expect(checks.redis.detail).toMatch(/WRONGPASS|NOAUTH/);
    expect(checks.redis.detail).not.toContain('hunter2');
  });
});
