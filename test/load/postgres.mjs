// A PostgreSQL server of its own for a benchmark, in a folder that is removed at the end.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './processes.mjs';

const require = createRequire(import.meta.url);
const { Client } = require('pg');

const ADMIN = 'history';
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function startPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  execFileSync('initdb', ['-D', folder, '-U', ADMIN, '--auth=trust', '-E', 'UTF8', '--locale=C'], options);
  const port = await freePort();
  const settings = ['shared_buffers=256MB', 'max_wal_size=4GB', `unix_socket_directories=${folder}`];
  const args = ['-D', folder, '-p', String(port), '-h', '127.0.0.1'];
  const server = spawn('postgres', [...args, ...settings.flatMap((text) => ['-c', text])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}`)));
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve();
    });
  });
  const urlOf = (name) => `postgres://${ADMIN}@127.0.0.1:${port}/${name}`;
  return {
    createDatabase: async (name) => {
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    bytesOf: async (name) => {
      const [{ bytes }] = await query(urlOf('postgres'), `SELECT pg_database_size('${name}') AS bytes`);
      return Number(bytes);
    },
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners('exit');
        server.once('exit', () => {
          rmSync(folder, { recursive: true });
          resolve();
        });
        server.kill('SIGINT');
      }),
  };
}
