import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePorts } from '../../../harness/process/ports';
import { type RedisServer, startRedis } from '../../../harness/process/redis';
import { type Certificates, tlsOptions } from './certificates';

const SLOTS = 16_384;
const MASTERS = 3;
export const PASSWORD = 'of-the-cluster';

/** Three masters and a replica of each, all processes, with a password and, with certificates, over TLS. */
export class RedisCluster {
  private constructor(
    private readonly servers: readonly RedisServer[],
    private readonly certificates: Certificates | undefined,
  ) {}

  static async start(certificates?: Certificates): Promise<RedisCluster> {
    const servers: RedisServer[] = [];
    for (let index = 0; index < 2 * MASTERS; index += 1)
      servers.push(await startNode(await freePorts(), certificates));
    const cluster = new RedisCluster(servers, certificates);
    const clients = servers.map((server) => cluster.#clientOf(server));
    const [first, ...others] = clients;
    for (const [index, client] of clients.slice(0, MASTERS).entries()) {
      const from = Math.ceil((index * SLOTS) / MASTERS);
      const to = Math.ceil(((index + 1) * SLOTS) / MASTERS) - 1;
      await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to);
    }
    for (const [index] of others.entries())
      await first!.call('CLUSTER', 'MEET', '127.0.0.1', servers[index + 1]!.port);
    for (const client of clients) while (!(await stateOf(client)).includes('known_nodes:6')) await delay(30);
    for (let index = 0; index < MASTERS; index += 1) {
      const master = (await clients[index]!.call('CLUSTER', 'MYID')) as string;
      await clients[index + MASTERS]!.call('CLUSTER', 'REPLICATE', master);
    }
    for (const client of clients) while (!(await stateOf(client)).includes('state:ok')) await delay(30);
    for (const replica of clients.slice(MASTERS))
      while (!(await replica.info('replication')).includes('master_link_status:up')) await delay(30);
    for (const client of clients) client.disconnect();
    return cluster;
  }

  /** Two of the nodes: the others are found through them. */
  get env(): NodeJS.ProcessEnv {
    const { certificates } = this;
    return {
      REDIS_CLUSTER_NODES: this.servers
        .slice(1, 3)
        .map(({ port }) => `127.0.0.1:${port}`)
        .join(','),
      REDIS_PASSWORD: PASSWORD,
      ...(certificates === undefined
        ? {}
        : {
            REDIS_TLS: 'on',
            REDIS_TLS_CA_FILE: certificates.ca,
            REDIS_TLS_CERT_FILE: certificates.client.cert,
            REDIS_TLS_KEY_FILE: certificates.client.key,
            REDIS_TLS_SERVER_NAME: 'redis.internal',
          }),
    };
  }

  /** Number of keys that each master holds. */
  async keys(): Promise<number[]> {
    return Promise.all(
      this.servers.slice(0, MASTERS).map(async (server) => {
        const client = this.#clientOf(server);
        const count = await client.dbsize();
        client.disconnect();
        return count;
      }),
    );
  }

  killMaster(index: number): void {
    process.kill(this.servers[index]!.pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    for (const { stop } of this.servers) await stop();
  }

  #clientOf({ port }: RedisServer): Redis {
    const { certificates } = this;
    if (certificates === undefined) return new Redis({ port, password: PASSWORD });
    const tls = {
      ca: readFileSync(certificates.ca),
      cert: readFileSync(certificates.client.cert),
      key: readFileSync(certificates.client.key),
      servername: 'redis.internal',
    };
    return new Redis({ port, password: PASSWORD, tls });
  }
}

const stateOf = async (client: Redis): Promise<string> => (await client.call('CLUSTER', 'INFO')) as string;

function startNode(port: number, certificates: Certificates | undefined): Promise<RedisServer> {
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const auth = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const tls =
    certificates === undefined
      ? []
      : [...tlsOptions(certificates), '--tls-replication', 'yes', '--tls-cluster', 'yes'];
  return startRedis(port, [...cluster, ...auth, ...tls]);
}
