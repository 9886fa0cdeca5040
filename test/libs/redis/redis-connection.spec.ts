import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { RedisConnection } from '@app/redis';
import { type RedisServer, startRedis } from '../../harness/process/redis';
import { until } from '../../harness/until';

describe('RedisConnection', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  let reports: { isUp: boolean; reason: string }[];
  let next: () => void;
  const reported = async (wanted: boolean) => {
    while (reports.at(-1)?.isUp !== wanted) await new Promise<void>((resolve) => (next = resolve));
  };
  const connectionTo = ({ server: settings }: RedisServer, probe: () => Promise<unknown>) =>
    new RedisConnection({
      server: { ...settings, commandTimeoutMs: 10_000 },
      probe,
      onChange: (isUp, reason) => {
        reports.push({ isUp, reason });
        next();
      },
    });
  beforeEach(async () => {
    server = await startRedis();
    reports = [];
    next = () => undefined;
  });
  afterEach(async () => {
    connection.close();
    await server.stop();
  });

  it('RedisConnection is up when the probe succeeds after start', async () => {
    connection = connectionTo(server, () => connection.redis.ping());
    await connection.start();
    expect(connection.isUp).toBe(true);
    expect(reports).toEqual([{ isUp: true, reason: '' }]);
  });

  it('RedisConnection is down without rejecting when there is no Redis, and up when one is there', async () => {
    await server.stop();
    connection = connectionTo(server, () => connection.redis.ping());
    await connection.start();
    expect(connection.isUp).toBe(false);
    server = await startRedis(server.port);
    await reported(true);
    expect(connection.isUp).toBe(true);
  });

  it('RedisConnection is down while Redis is lost, and up when it is back', async () => {
    connection = connectionTo(server, () => connection.redis.ping());
    await connection.start();
    await server.stop();
    await reported(false);
    await expect(connection.redis.ping()).rejects.toThrow();
    server = await startRedis(server.port);
    await reported(true);
    expect(await connection.redis.ping()).toBe('PONG');
  });

  it.each([
    ['a failed command of its owner', 'refused', 'refused'],
    ['an error without a message', '', 'Error'],
  ])('RedisConnection is down after %s until the next probe succeeds', async (_, message, reason) => {
    connection = connectionTo(server, () => connection.redis.ping());
    await connection.start();
    connection.recordFailure(new Error(message));
    expect(connection.isUp).toBe(false);
    expect(reports.at(-1)).toEqual({ isUp: false, reason });
    await reported(true);
    expect(connection.isUp).toBe(true);
  });

  it.each([
    ['a null', '$-1\r\n'],
    ['a number', ':1\r\n'],
  ])('RedisConnection connects anew after %s that no command asked for', async (_, answer) => {
    let connections = 0;
    const odd = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        const commands = bytes.toString().match(/\*\d+\r\n/g) ?? [];
        const isFirst = connections === 1 && /ping/i.test(bytes.toString());
        socket.write('+OK\r\n'.repeat(commands.length) + (isFirst ? answer : ''));
      });
    }).listen(0, '127.0.0.1');
    await once(odd, 'listening');
    const { port } = odd.address() as AddressInfo;
    const topology = { kind: 'single', url: `redis://127.0.0.1:${port}` } as const;
    connection = connectionTo({ server: { ...server.server, topology } } as RedisServer, () =>
      connection.redis.ping(),
    );
    await connection.start();
    await until(() => connections > 1);
    connection.close();
    odd.close();
  });

  it('RedisConnection is down while Redis refuses the probe', async () => {
    connection = connectionTo(server, () => connection.redis.call('NOSUCHCOMMAND'));
    await connection.start();
    expect(connection.isUp).toBe(false);
    expect(reports[0]?.reason).toContain('unknown command');
  });
});
