import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { until } from '../until';
import { type OldClickhouse, startOldClickhouse } from './old-clickhouse';
import { freePorts } from './ports';

/** A user with a password that both URLs and statements need. */
const USER = { name: 'history', password: 'p@ss word' };

/** Ends the program when its own input ends: a worker of Jest that is killed leaves none behind. */
const GUARD = '"$@" & cat; kill -KILL $!; wait $!';

/** One ClickHouse server of the release that Debian has, behind a translation of its statements. */
export interface ClickhouseReplica {
  /** URL of a database as HISTORY_COLD_URL has it. */
  url(database: string): string;
  /** Runs a statement as it is, and answers its rows, with tabs between values. */
  run(statement: string, database?: string): Promise<string>;
  /** Cuts connections of clients: see `OldClickhouse`. */
  readonly connections: OldClickhouse;
  /** Ends the process at once. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  resume(): Promise<void>;
}

/** ClickHouse servers whose replicated tables have one ZooKeeper. */
export interface ClickhouseReplicas {
  /** Starts a further server without data. */
  add(name: string): Promise<ClickhouseReplica>;
  stop(): Promise<void>;
}

export async function startZookeeper(): Promise<ClickhouseReplicas> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zookeeper-'));
  const port = await freePorts();
  writeFileSync(
    path.join(folder, 'zoo.cfg'),
    `tickTime=500\ndataDir=${folder}/data\nclientPort=${port}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
  );
  const main = 'org.apache.zookeeper.server.quorum.QuorumPeerMain';
  const child = started('java', ['-Xmx96m', '-cp', process.env.ZOOKEEPER_CLASSES!, main, 'zoo.cfg'], folder);
  await until(() => isOpen(port));
  const running: ClickhouseReplica[] = [];
  return {
    add: async (name) => {
      const replica = await startReplica(name, port);
      running.push(replica);
      return replica;
    },
    stop: async () => {
      for (const { kill, connections } of running) {
        await kill();
        await connections.close();
      }
      await ended(child);
    },
  };
}

async function startReplica(name: string, zookeeperPort: number): Promise<ClickhouseReplica> {
  const folder = mkdtempSync(path.join(tmpdir(), `clickhouse-${name}-`));
  const port = await freePorts(3);
  writeFileSync(path.join(folder, 'users.xml'), users());
  writeFileSync(path.join(folder, 'config.xml'), configuration(name, folder, port, zookeeperPort));
  for (const part of ['tmp', 'user_files', 'format_schemas']) mkdirSync(path.join(folder, part));
  const connections = await startOldClickhouse(port);
  const start = async (): Promise<ChildProcess> => {
    const server = started(process.env.CLICKHOUSE_SERVER!, ['--config-file=config.xml'], folder);
    await until(() =>
      answer(port, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    return server;
  };
  let child = await start();
  return {
    url: (database) => {
      const user = `${USER.name}:${encodeURIComponent(USER.password)}`;
      return `clickhouse://${user}@127.0.0.1:${connections.port}/${database}`;
    },
    run: (statement, database = 'default') => answer(port, statement, database),
    connections,
    kill: () => ended(child),
    resume: async () => {
      child = await start();
    },
  };
}

/** A server of 18.16 sends some statements about partitions to another one, as the user `default`. */
const users = (): string =>
  `<yandex><profiles><default/></profiles><quotas><default/></quotas><users>${user(USER)}${user({ name: 'default', password: '' })}</users></yandex>`;

const user = ({ name, password }: typeof USER): string =>
  `<${name}><password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></${name}>`;

const configuration = (name: string, folder: string, port: number, zookeeperPort: number): string =>
  `<yandex><logger><level>error</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger><listen_host>127.0.0.1</listen_host><http_port>${port}</http_port><tcp_port>${port + 1}</tcp_port><interserver_http_port>${port + 2}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host><path>${folder}/</path><tmp_path>${folder}/tmp/</tmp_path><user_files_path>${folder}/user_files/</user_files_path><format_schema_path>${folder}/format_schemas/</format_schema_path><users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database><mark_cache_size>100000000</mark_cache_size><zookeeper><node><host>127.0.0.1</host><port>${zookeeperPort}</port></node><session_timeout_ms>5000</session_timeout_ms></zookeeper><macros><shard>1</shard><replica>${name}</replica></macros><remote_servers/><builtin_dictionaries_reload_interval>3600</builtin_dictionaries_reload_interval></yandex>`;

async function answer(port: number, statement: string, database = 'default'): Promise<string> {
  const headers = { 'X-ClickHouse-User': USER.name, 'X-ClickHouse-Key': USER.password };
  const sent = request({ host: '127.0.0.1', port, path: `/?database=${database}`, method: 'POST', headers });
  const response = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(statement);
  const [message] = await response;
  const text = (await buffer(message)).toString();
  if (message.statusCode !== 200) throw new Error(text);
  return text.trim();
}

function started(program: string, args: string[], cwd: string): ChildProcess {
  const child = spawn('sh', ['-c', GUARD, 'sh', program, ...args], {
    cwd,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin!.end();
  await exit;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
