import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePorts } from '../../../harness/process/ports';
import { type RedisServer, startRedis } from '../../../harness/process/redis';

export const PASSWORD = 'of-redis';
export const SENTINEL_PASSWORD = 'of-the-sentinels';
const MASTER = 'gateway';

/** A master, a replica of it, and three Sentinels, each a process, with passwords for both kinds. */
export class SentinelGroup {
  private constructor(
    private readonly servers: readonly RedisServer[],
    private readonly sentinels: readonly ChildProcess[],
    private readonly ports: readonly number[],
  ) {}

  static async start(): Promise<SentinelGroup> {
    const auth = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
    const master = await startRedis(undefined, auth);
    const replica = await startRedis(undefined, [...auth, '--replicaof', `127.0.0.1 ${master.port}`]);
    await replicated(replica, master);
    const ports = [await freePorts(), await freePorts(), await freePorts()];
    const sentinels = ports.map((port) => {
      const file = path.join(mkdtempSync(path.join(tmpdir(), 'sentinel-')), 'sentinel.conf');
      const lines = [
        ...[`port ${port}`, 'bind 127.0.0.1', `requirepass ${SENTINEL_PASSWORD}`],
        `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
        `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
        `sentinel auth-pass ${MASTER} ${PASSWORD}`,
        `sentinel down-after-milliseconds ${MASTER} 500`,
        `sentinel failover-timeout ${MASTER} 2000`,
      ];
      writeFileSync(file, `${lines.join('\n')}\n`);
      return spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    });
    const group = new SentinelGroup([master, replica], sentinels, ports);
    for (const port of ports) await complete(port);
    return group;
  }

  get env(): NodeJS.ProcessEnv {
    return {
      REDIS_SENTINELS: this.ports.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_MASTER: MASTER,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
      REDIS_PASSWORD: PASSWORD,
    };
  }

  /** Stops the master to run, connections open, as a machine does that hangs. */
  async freezeMaster(): Promise<void> {
    process.kill((await this.#master()).pid, 'SIGSTOP');
  }

  async killMaster(): Promise<void> {
    process.kill((await this.#master()).pid, 'SIGKILL');
  }

  /** The master in the view of all Sentinels, once the other server follows it: a slow machine has failovers of its own. */
  async #master(): Promise<RedisServer> {
    for (;;) {
      const ports = await Promise.all(this.ports.map(masterPort));
      const master = this.servers.find((server) => ports.every((port) => port === server.port));
      const replica = this.servers.find((server) => server !== master);
      if (master && replica && (await follows(replica, master))) return master;
      await delay(50);
    }
  }

  async stop(): Promise<void> {
    for (const sentinel of this.sentinels) {
      sentinel.kill('SIGKILL');
      await once(sentinel, 'exit');
    }
    for (const { pid, stop } of this.servers) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await stop();
    }
  }
}

/** Resolves when a replica follows its master: Sentinels that begin earlier look for it again after 10 s. */
async function replicated(replica: RedisServer, master: RedisServer): Promise<void> {
  while (!(await follows(replica, master))) await delay(20);
}

/** Whether a server is a replica of the other, and connected to it. */
async function follows(replica: RedisServer, master: RedisServer): Promise<boolean> {
  const client = new Redis({ port: replica.port, password: PASSWORD });
  const lines = (await client.info('replication')).split('\r\n');
  client.disconnect();
  return [`master_port:${master.port}`, 'master_link_status:up'].every((line) => lines.includes(line));
}

/** Port of the master in the view of the Sentinel at `port`. */
async function masterPort(port: number): Promise<number> {
  const client = new Redis({ port, password: SENTINEL_PASSWORD });
  const [, found] = (await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as [string, string];
  client.disconnect();
  return Number(found);
}

/** Resolves when a Sentinel knows the replica and both other Sentinels. */
async function complete(port: number): Promise<void> {
  const client = new Redis({ port, password: SENTINEL_PASSWORD });
  // Connecting is repeated until the process listens.
  client.on('error', () => undefined);
  for (;;) {
    const facts = (await client.call('SENTINEL', 'MASTER', MASTER)) as string[];
    const valueOf = (name: string): string | undefined => facts[facts.indexOf(name) + 1];
    if (valueOf('num-slaves') === '1' && valueOf('num-other-sentinels') === '2') break;
    await delay(50);
  }
  client.disconnect();
}
