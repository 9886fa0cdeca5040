import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { madeOnce } from '../made-once';
import { freePorts } from './ports';

/** A real PostgreSQL with databases for one spec. */
export interface PostgresDatabases {
  /** URL of an empty database. */
  createDatabase(name: string): Promise<string>;
}

/**
 * A separate real PostgreSQL for one spec, in a folder of its own. The run removes the folder with its TMPDIR, at its
 * end: where thousands of files were removed a short time ago, ext4 needs a millisecond for a new one.
 */
export interface PostgresServer extends PostgresDatabases {
  /** Writes what is committed to the disk: a crash loses none of it. */
  flush(): Promise<void>;
  /** Ends the server at once, without a checkpoint. */
  stop(): Promise<void>;
  /** Starts it again on the same data. */
  resume(): Promise<void>;
  /** Ends the server without a checkpoint, and starts it again on the same data. */
  crash(): Promise<void>;
}

const run = promisify(execFile);
/** PostgreSQL refuses to run as root: the tests of a container run it as an unprivileged user. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const ADMIN = 'history';
/** Ends the server when its own input ends: a worker of Jest that is killed leaves none behind. */
const GUARD = '"$@" & exec 2>/dev/null; cat; kill -QUIT $!; wait $!';

/** The server of the specs of this worker that neither end nor configure it. It ends with the worker. */
export const sharedPostgres = madeOnce(async (): Promise<PostgresDatabases> => {
  const { createDatabase } = await startPostgres();
  let count = 0;
  return { createDatabase: (name) => createDatabase(`${name}_${count++}`) };
});

/** Folder of an initialized cluster, which each server copies. */
const template = madeOnce(async (): Promise<string> => {
  const folder = newFolder();
  const settings = ['--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  await run('initdb', ['-D', folder, '-U', ADMIN, ...settings], { ...user, cwd: folder });
  return folder;
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = newFolder();
  const options = { ...user, cwd: folder };
  await run('cp', ['-R', `${await template()}/.`, folder], options);
  // After the folder is made, which takes a while: another run on this machine may take a free port meanwhile.
  const port = await freePorts();
  const start = async () => {
    const settings = ['fsync=off', 'shared_buffers=32MB', `unix_socket_directories=${folder}`];
    const server = ['postgres', '-D', folder, '-p', String(port), '-h', '127.0.0.1'];
    const args = [...server, ...settings.flatMap((text) => ['-c', text])];
    const child = spawn('sh', ['-c', GUARD, 'sh', ...args], {
      ...options,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    try {
      await ready(child);
    } catch (error) {
      await ended(child);
      throw error;
    }
    // The worker ends while its shared server runs.
    child.unref();
    (child.stderr as Socket).unref();
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
    resume: async () => {
      server = await start();
    },
    crash: async () => {
      await ended(server);
      server = await start();
    },
    stop: () => ended(server),
  };
}

function ready({ stderr }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: stderr! })
      .on('line', (line) => {
        lines.push(line);
        if (line.includes('ready to accept connections')) resolve();
      })
      .on('close', () => reject(new Error(`postgres ended: ${lines.join('\n')}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, 'exit');
  child.stdin!.end();
  await exit;
}
