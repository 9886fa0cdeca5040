import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePorts } from './ports';

/** A separate real PostgreSQL for one spec, in a folder of its own. */
export interface PostgresServer {
  /** URL of an empty database. */
  createDatabase(name: string): Promise<string>;
  /** Writes what is committed to the disk: a crash loses none of it. */
  flush(): Promise<void>;
  /** Ends the server at once. */
  halt(): Promise<void>;
  /** Starts it again on the same data. */
  resume(): Promise<void>;
  /** Ends the server without a checkpoint, and starts it again on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** PostgreSQL refuses to run as root: the tests of a container run it as an unprivileged user. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const ADMIN = 'history';

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  await run(
    'initdb',
    ['-D', folder, '-U', ADMIN, '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    options,
  );
  // After the folder is made, which takes a while: another run on this machine may take a free port meanwhile.
  const port = await freePorts();
  const start = async () => {
    const settings = ['fsync=off', 'shared_buffers=32MB', `unix_socket_directories=${folder}`];
    const child = spawn(
      'postgres',
      ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((text) => ['-c', text])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await ready(child);
    return child;
  };
  let server = await start();
  const administer = async (command: string): Promise<void> => {
    const client = new Client({ connectionString: urlOf('postgres') });
    await client.connect();
    await client.query(command);
    await client.end();
  };
  const urlOf = (name: string) => `postgres://${ADMIN}@127.0.0.1:${port}/${name}`;
  return {
    createDatabase: async (name) => {
      await administer(`CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    // The commit of a transaction with an id writes the log up to its end.
    flush: () => administer('SELECT pg_current_xact_id()'),
    halt: () => ended(server, 'SIGQUIT'),
    resume: async () => {
      server = await start();
    },
    crash: async () => {
      await ended(server, 'SIGQUIT');
      server = await start();
    },
    stop: async () => {
      await ended(server, 'SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${lines.join('\n')}`)));
    createInterface({ input: child.stderr! }).on('line', (line) => {
      lines.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
